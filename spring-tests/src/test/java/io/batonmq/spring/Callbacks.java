package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A connection in each spelling of URL, and what its ExceptionListener is told by default (C43). For one thread. */
final class Callbacks implements AutoCloseable {

    private final Map<String, List<JMSException>> told = new LinkedHashMap<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    Callbacks(Nodes nodes) throws Exception {
        Map<String, String> urls = new LinkedHashMap<>();
        urls.put("activemq", nodes.failover(""));
        urls.put("artemis", "(" + nodes.addresses(",") + ")?reconnectAttempts=-1&retryInterval=100");
        String tibco = nodes.addresses(",") + "?reconnect_attempt_count=1000&reconnect_attempt_delay=100";
        urls.put("tibco", tibco);
        urls.put("tibco-switch", tibco + "&tibco.tibjms.ft.switch.exception=true");
        urls.put("plain", nodes.holder().address());
        Names names = new Names(urls);
        for (String name : urls.keySet()) {
            Connection connection = names.factory(name).createConnection();
            List<JMSException> events = new CopyOnWriteArrayList<>();
            connection.setExceptionListener(events::add);
            connection.start();
            connections.put(name, connection);
            told.put(name, events);
        }
    }

    private Stream<String> codes(String name) {
        return Objects.requireNonNull(told.get(name)).stream().map(JMSException::getErrorCode);
    }

    /** Whether all that is to be told has been told, and nothing more. */
    void check(int takeovers) {
        assertThat(codes("activemq")).isEmpty();
        assertThat(codes("tibco")).isEmpty();
        assertThat(codes("tibco-switch")).hasSize(takeovers).containsOnly("BATON-FAILOVER-RESUMED");
        assertThat(codes("artemis").collect(Collectors.groupingBy(code -> code, Collectors.counting())))
                .isEqualTo(Map.of(
                        "BATON-FAILOVER-INTERRUPTED", (long) takeovers, "BATON-FAILOVER-RESUMED", (long) takeovers));
        assertThat(codes("plain"))
                .as("its one node was killed")
                .hasSize(1)
                .noneMatch(code -> code.contains("FAILOVER"));
    }

    @Override
    public void close() throws JMSException {
        for (Connection connection : connections.values()) {
            connection.close();
        }
    }
}
