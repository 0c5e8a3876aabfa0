package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.numbered;
import static io.batonmq.broker.destination.World.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Selectors of subscriptions: what they don't take is not kept for them; what a changed selector means (8.3.3). */
class SelectorSubscriptionTest {
    private static final WireDestination NEWS = topic("news");
    private static final WireDestination ORDERS = World.queue("orders");

    private final World world = new World();

    private static ConsumerSpec durable(@Nullable String selector, boolean shared) {
        return new ConsumerSpec(NEWS, "s", shared, true, selector, false, false);
    }

    private void subscribe(@Nullable String selector, boolean shared) throws RefusedException {
        SubscriptionSpec spec = new SubscriptionSpec("s", "news", selector, false, shared, true);
        world.unit(unit -> world.destinations.subscribe(unit, spec, "client"));
    }

    private TestConsumer attach(ConsumerSpec spec) throws RefusedException {
        return world.consume(spec, "client", new TestConsumer(World.ONE, 100));
    }

    private void publish(int from, int to) throws RefusedException {
        for (int n = from; n < to; n++) {
            world.send(numbered(NEWS, "m" + n, true, 4, n));
        }
    }

    @Test
    void onlyWhatADurableSubscriptionTakesIsStoredForItAlsoAfterATakeover() throws RefusedException {
        subscribe("n >= 8", false);
        publish(0, 10);
        assertThat(world.store.messages).hasSize(2);
        world.takeover();
        publish(5, 9);
        assertThat(world.store.messages).hasSize(3);
        assertThat(attach(durable("n >= 8", false)).texts()).containsExactly("m8", "m9", "m8");
    }

    @Test
    void anotherSelectorMakesItAnotherSubscriptionWithoutTheMessagesOfTheOld() throws RefusedException {
        subscribe("n >= 8", false);
        publish(0, 10);
        subscribe("n < 1", false);
        publish(0, 10);
        assertThat(attach(durable("n < 1", false)).texts()).containsExactly("m0");
        world.takeover();
        assertThat(attach(durable("n < 1", false)).texts()).containsExactly("m0");
    }

    @Test
    void noSelectorAndABlankOneAreTheSame() throws RefusedException {
        subscribe(null, false);
        publish(0, 2);
        subscribe(" \n", false);
        assertThat(attach(durable("", false)).texts()).containsExactly("m0", "m1");
    }

    @Test
    void aSubscriptionInUseKeepsItsSelector() throws RefusedException {
        subscribe("n >= 8", false);
        attach(durable("n >= 8", false));
        refused(ErrorCode.SUBSCRIPTION_IN_USE, () -> subscribe("n < 1", false));
    }

    @Test
    void consumersThatShareOneHaveTheSameSelector() throws RefusedException {
        ConsumerSpec one = new ConsumerSpec(NEWS, "s", true, false, "n = 1", false, false);
        ConsumerSpec other = new ConsumerSpec(NEWS, "s", true, false, "n = 2", false, false);
        TestConsumer consumer = attach(one);
        refused(ErrorCode.SUBSCRIPTION_MISMATCH, () -> attach(other));
        attach(durable("n = 2", true));
        refused(ErrorCode.SUBSCRIPTION_MISMATCH, () -> attach(durable("n = 1", true)));
        publish(0, 3);
        assertThat(consumer.texts()).containsExactly("m1");
    }

    @Test
    void aPlainSubscriberGetsWhatItSelects() throws RefusedException {
        TestConsumer consumer = attach(World.selecting(NEWS, "n BETWEEN 3 AND 4"));
        publish(0, 10);
        world.sendNow(numbered(NEWS, "now", false, 4, 3));
        world.sendNow(numbered(NEWS, "not", false, 4, 5));
        assertThat(consumer.texts()).containsExactly("m3", "m4", "now");
        assertThat(world.store.messages).hasSize(2);
    }

    @Test
    void anInvalidSelectorIsRefusedAndLeavesNothing() {
        refused(ErrorCode.SELECTOR_INVALID, () -> subscribe("n =", false));
        refused(ErrorCode.SELECTOR_INVALID, () -> attach(World.selecting(NEWS, "n =")));
        refused(ErrorCode.SELECTOR_INVALID, () -> attach(durable("n =", true)));
        refused(
                ErrorCode.SELECTOR_INVALID,
                () -> attach(new ConsumerSpec(NEWS, "s", true, false, "n =", false, false)));
        assertThat(world.destinations.destinations()).isEmpty();
        assertThat(world.store.queues).isEmpty();
    }

    @Test
    void aBrowserShowsWhatItSelects() throws RefusedException {
        for (int n = 0; n < 50; n++) {
            world.send(numbered(ORDERS, "m" + n, true, 4, n));
        }
        world.sendNow(numbered(ORDERS, "now", false, 4, 48));
        world.takeover();
        world.sendNow(numbered(ORDERS, "later", false, 4, 48));
        ConsumerSpec spec = new ConsumerSpec(ORDERS, null, false, false, "n >= 48", false, true);
        TestConsumer browser = world.consume(spec, null, new TestConsumer(World.ONE, 100));
        assertThat(browser.texts()).containsExactly("m48", "m49", "later");
        assertThat(browser.browseEnded).isTrue();
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
