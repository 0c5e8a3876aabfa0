package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.LedgerTail;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jms.connection.SingleConnectionFactory;
import org.springframework.jms.core.JmsTemplate;

/** The client's process is killed while its listener has a message in hand (C24). */
class ListenerCrashTest {

    private static final List<String> SENT = List.of("m0", "m1", "m2", "m3", "m4");
    /** The holder keeps what the client had for the grace, 6 s. */
    private static final long RECEIVE_MILLIS = 40_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void onlyAPollingContainerWithoutTransactionLosesTheMessageInHandAndNoOther() throws Exception {
        try (Nodes nodes = Nodes.start(Nodes.Store.H2, 1, folder)) {
            String url = nodes.failover("&startupMaxReconnectAttempts=100");
            Names names = new Names(Map.of("factory", url));
            SingleConnectionFactory factory = new SingleConnectionFactory(names.factory("factory"));
            JmsTemplate template = names.template(factory);
            Map<String, ChildProcess> children = new LinkedHashMap<>();
            for (String kind : List.of("plain", "auto", "transacted")) {
                SENT.forEach(uid -> template.send(Names.queue(kind), session -> Route.message(session, uid)));
                children.put(
                        kind,
                        nodes.children()
                                .start(
                                        kind,
                                        CrashingListenerMain.class,
                                        List.of(),
                                        List.of(url, kind, ledger(kind).toString(), kind)));
            }
            for (String kind : children.keySet()) {
                LedgerTail<String> tail = new LedgerTail<>(ledger(kind), Function.identity());
                await(kind).atMost(Nodes.BOUND).until(() -> tail.entries().equals(List.of("m0")));
            }
            children.values().forEach(ChildProcess::kill);

            template.setReceiveTimeout(RECEIVE_MILLIS);
            for (String kind : List.of("plain", "transacted")) {
                List<String> came = new ArrayList<>();
                for (int i = 0; i < SENT.size(); i++) {
                    Message message = Objects.requireNonNull(template.receive(Names.queue(kind)), kind);
                    came.add(Ledger.uid(message));
                    assertThat(message.getJMSRedelivered()).isEqualTo("m0".equals(Ledger.uid(message)));
                }
                assertThat(came).as(kind).containsExactlyElementsOf(SENT);
            }
            List<String> rest = SENT.subList(1, SENT.size());
            List<String> came = new ArrayList<>();
            while (!came.containsAll(rest)) {
                came.add(Ledger.uid(Objects.requireNonNull(template.receive(Names.queue("auto")), "auto")));
            }
            came.remove("m0");
            assertThat(came).containsExactlyElementsOf(rest);
            factory.destroy();
        }
    }

    private Path ledger(String kind) {
        return folder.resolve(kind + ".ledger");
    }
}
