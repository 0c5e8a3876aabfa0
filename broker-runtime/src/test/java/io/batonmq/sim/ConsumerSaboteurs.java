package io.batonmq.sim;

import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.OpenConsumer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Takes away what browsers (6.5) and selectors (3.8) are about. Confined to the simulation's thread. */
final class ConsumerSaboteurs {

    private ConsumerSaboteurs() {}

    /** 6.5: what a browser is shown is taken. */
    static final class BrowsersTake extends Saboteur {
        @Override
        List<Frame> toNode(Way way, Frame frame) {
            return opening(
                    frame,
                    spec -> new ConsumerSpec(
                            spec.destination(),
                            spec.subscription(),
                            spec.shared(),
                            spec.durable(),
                            spec.selector(),
                            spec.noLocal(),
                            false));
        }
    }

    /** 3.8: a consumer's selector is left out. */
    static final class EverythingIsSelected extends Saboteur {
        @Override
        List<Frame> toNode(Way way, Frame frame) {
            return opening(
                    frame,
                    spec -> new ConsumerSpec(
                            spec.destination(),
                            spec.subscription(),
                            spec.shared(),
                            spec.durable(),
                            null,
                            spec.noLocal(),
                            spec.browse()));
        }
    }

    private static List<Frame> opening(Frame frame, UnaryOperator<ConsumerSpec> change) {
        return frame instanceof OpenConsumer open
                ? List.of(new OpenConsumer(open.session(), open.request(), open.consumer(), change.apply(open.spec())))
                : List.of(frame);
    }

    /** What a node writes to browsers, bent. */
    private abstract static class ShownOtherwise extends Saboteur {
        private final Map<SimProcess, Set<Integer>> browsers = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof OpenConsumer open && open.spec().browse()) {
                browsers.computeIfAbsent(way.client(), c -> new HashSet<>()).add(open.consumer());
            }
            return List.of(frame);
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            boolean shown = frame instanceof Deliver deliver
                    && browsers.getOrDefault(way.client(), Set.of()).contains(deliver.consumer());
            return shown ? shown(way, (Deliver) frame) : List.of(frame);
        }

        abstract List<Frame> shown(Way way, Deliver deliver);
    }

    /** 6.5: now and then a message is left out. */
    static final class SomeAreNotShown extends ShownOtherwise {
        private int shown;

        @Override
        List<Frame> shown(Way way, Deliver deliver) {
            return ++shown % 20 == 0 ? List.of() : List.of(deliver);
        }
    }

    /** 6.5: a look that begins anew at another node doesn't know what it has seen. */
    static final class ShownAgain extends ShownOtherwise {
        private final Map<SimProcess, Long> nodes = new HashMap<>();

        @Override
        List<Frame> shown(Way way, Deliver deliver) {
            long node = nodes.computeIfAbsent(way.node(), n -> nodes.size() + 1L);
            DeliveryRef ref = deliver.delivery();
            return List.of(new Deliver(
                    deliver.session(),
                    deliver.consumer(),
                    new DeliveryRef(ref.queue(), ref.epoch(), ref.counter() + (node << 40), ref.stored()),
                    deliver.deliveryCount(),
                    deliver.expiresAtMillis(),
                    deliver.message(),
                    deliver.body()));
        }
    }
}
