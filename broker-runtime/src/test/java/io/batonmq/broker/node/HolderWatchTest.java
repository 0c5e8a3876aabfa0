package io.batonmq.broker.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.broker.testing.ManualLoop;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a standby concludes, and says, of the ends of its links to the holder (L5). */
class HolderWatchTest {
    private static final String ADDRESS = "ssl://holder:61617";
    private static final Duration RETRY = Duration.ofMillis(250);
    private static final UniqueId HOLDER = new UniqueId(1, 1);
    private static final UniqueId OTHER = new UniqueId(2, 2);

    private final ManualLoop loop = new ManualLoop();
    private final List<String> found = new ArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Consumer<PeerLinks.Listener> answer = listener -> listener.opened("holder", HOLDER);
    private final List<PeerLinks.Listener> links = new ArrayList<>();
    private final HolderWatch watch = new HolderWatch(this::connect, loop, RETRY, new HolderWatch.Finding() {
        @Override
        public void gone(UniqueId incarnation) {
            found.add("gone");
        }

        @Override
        public void there() {
            found.add("there");
        }

        @Override
        public void released(long epoch) {
            found.add("released " + epoch);
        }
    });

    private PeerLinks.PeerLink connect(String address, PeerLinks.Listener listener) {
        links.add(listener);
        loop.execute(() -> answer.accept(listener));
        return () -> {};
    }

    @BeforeEach
    void listen() {
        log.start();
        logger().setLevel(Level.INFO);
        logger().addAppender(log);
    }

    @AfterEach
    void unlisten() {
        logger().detachAppender(log);
        logger().setLevel(null);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(HolderWatch.class);
    }

    private List<String> told(Level level) {
        return log.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void watchAndTry(int tries) {
        watch.watch(ADDRESS, HOLDER);
        loop.run();
        for (int i = 1; i < tries; i++) {
            loop.advance(RETRY);
        }
    }

    @Test
    void aHolderThatWasLinkedAndIsRefusedIsGone() {
        watchAndTry(1);
        answer = PeerLinks.Listener::refused;
        links.get(0).lost();
        loop.run();

        assertThat(found).containsExactly("there", "gone");
    }

    @Test
    void aSilentAddressProvesNothing() {
        watchAndTry(1);
        answer = listener -> listener.failed("no answer");
        links.get(0).lost();
        loop.advance(RETRY.multipliedBy(20));

        assertThat(found).containsExactly("there");
        assertThat(told(Level.WARN)).isEmpty();
    }

    @Test
    void aHolderThatWasNeverReachedIsToldOnceWithTheReason() {
        answer = listener -> listener.failed("unable to find valid certification path");
        watchAndTry(20);

        assertThat(found).isEmpty();
        assertThat(told(Level.WARN))
                .singleElement()
                .asString()
                .contains(ADDRESS, "unable to find valid certification path", "lease.activation", "tls.trustStore");
    }

    @Test
    void anAddressThatLeadsToAnotherNodeIsTold() {
        answer = listener -> listener.opened("another", OTHER);
        watchAndTry(3);

        assertThat(found).isEmpty();
        assertThat(told(Level.WARN)).singleElement().asString().contains("another node answers there");
    }

    @Test
    void oneMissedTwiceIsNoNews() {
        answer = PeerLinks.Listener::refused;
        watchAndTry(2);
        answer = listener -> listener.opened("holder", HOLDER);
        loop.advance(RETRY);

        assertThat(found).containsExactly("there");
        assertThat(log.list).isEmpty();
    }

    @Test
    void thatItIsReachedAfterAllIsTold() {
        answer = PeerLinks.Listener::refused;
        watchAndTry(5);
        answer = listener -> listener.opened("holder", HOLDER);
        loop.advance(RETRY);

        assertThat(told(Level.INFO)).singleElement().asString().contains("reached now", ADDRESS);
    }
}
