package io.batonmq.sim;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;

/**
 * One look of an application at the queue: takes its time, and now and then has seen enough. Confined to the
 * simulation's thread.
 */
final class SimLook {
    private final SimClient client;
    private final SimCalls calls;
    private final SimLine line;
    private final String name;
    private final Runnable over;

    /**
     * A look.
     *
     * @param name no other has
     * @param over when it is over
     */
    SimLook(SimClient client, SimCalls calls, SimLine line, String name, Runnable over) {
        this.client = client;
        this.calls = calls;
        this.line = line;
        this.name = name;
        this.over = over;
    }

    void begin(ClientSession session) {
        client.ledger.browses.begins(name, line);
        calls.of(client.openConsumer(session, line.browser(), null, cause -> {}), (made, cause) -> {
            if (made == null) {
                client.ledger.browses.givenUp(name);
                over.run();
            } else {
                look(made);
            }
        });
    }

    private void look(ClientConsumer browser) {
        if (client.world.chance() < 0.01) {
            client.ledger.browses.givenUp(name);
            close(browser);
            return;
        }
        calls.patiently(browser.take(false), (delivery, cause) -> {
            if (delivery != null) {
                client.ledger.shown(name, Copy.of(delivery.message(), line.name()));
                boolean thinks = client.world.chance() < 0.02;
                double millis = client.world.chance() * (thinks ? 2_000 : 1);
                client.world.at(client.process, SimWorld.millis(millis), () -> look(browser));
            } else {
                if (cause == null) {
                    client.ledger.browses.ended(name);
                } else {
                    client.ledger.browses.givenUp(name);
                }
                close(browser);
            }
        });
    }

    private void close(ClientConsumer browser) {
        calls.patiently(browser.close(), (done, cause) -> over.run());
    }
}
