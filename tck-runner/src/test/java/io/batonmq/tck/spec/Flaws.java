package io.batonmq.tck.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** All flaws that a provider is given on purpose, so that each test of the suite is seen to fail. One thread. */
final class Flaws {
    private final List<Flaw> flaws = new ArrayList<>();

    private Flaws() {}

    static List<Flaw> all() {
        Flaws flaws = new Flaws();
        HeaderFlaws.addTo(flaws);
        PropertyFlaws.addTo(flaws);
        SelectorFlaws.addTo(flaws);
        BodyFlaws.addTo(flaws);
        QueueFlaws.addTo(flaws);
        ConnectionFlaws.addTo(flaws);
        ClosingFlaws.addTo(flaws);
        SessionFlaws.addTo(flaws);
        OrderFlaws.addTo(flaws);
        ProducerFlaws.addTo(flaws);
        ConsumerFlaws.addTo(flaws);
        SubscriptionFlaws.addTo(flaws);
        ServerSessionFlaws.addTo(flaws);
        return List.copyOf(flaws.flaws);
    }

    Flaw add(String name, Fault fault) {
        return addWithMemory(name, () -> fault);
    }

    /** One whose provider remembers something from call to call. */
    Flaw addWithMemory(String name, Supplier<Fault> fault) {
        Flaw flaw = new Flaw(name, fault);
        flaws.add(flaw);
        return flaw;
    }
}
