package io.batonmq.spring;

import io.batonmq.spring.Route.Mode;
import jakarta.jms.ConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.naming.NamingException;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.SimpleMessageListenerContainer;

/**
 * Every container, cache level, wrapper of connections and template there is, each with a queue of its own, in one Spring
 * context: once on connections that bear a takeover in silence, and once on connections that tell of it, which the wrappers
 * then throw away. For one thread.
 */
final class Rig implements AutoCloseable {

    private static final Map<String, Integer> CACHE_LEVELS = Map.of(
            "none", DefaultMessageListenerContainer.CACHE_NONE,
            "connection", DefaultMessageListenerContainer.CACHE_CONNECTION,
            "session", DefaultMessageListenerContainer.CACHE_SESSION,
            "consumer", DefaultMessageListenerContainer.CACHE_CONSUMER,
            "auto", DefaultMessageListenerContainer.CACHE_AUTO);

    /** What the factories of connections are wrapped in. */
    private record Wrapped(String kind, ConnectionFactory factory, boolean dropped) {}

    private final GenericApplicationContext context = new GenericApplicationContext();
    private final Names names;
    private final List<Route> routes = new ArrayList<>();
    private final List<Route> forwarded = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();
    private final List<Poller> pollers = new ArrayList<>();

    Rig(Names names) throws NamingException {
        this.names = names;
        ConnectionFactory silent = names.factory("silent");
        ConnectionFactory telling = names.factory("telling");
        plainContainers(silent);
        senders.add(Sender.plain("raw", names, silent));
        senders.add(Sender.transacted("raw-tx", names, silent));
        wrapped("", silent, false);
        wrapped("-told", telling, true);
        polling(
                new Route("dmlc-told", Mode.TRANSACTED, false),
                telling,
                DefaultMessageListenerContainer.CACHE_CONSUMER);
        poller(new Route("receive-raw", Mode.AUTO, false), silent);
        context.refresh();
        pollers.forEach(Thread::start);
    }

    private void plainContainers(ConnectionFactory factory) {
        CACHE_LEVELS.forEach((name, level) -> {
            polling(new Route("dmlc-" + name, Mode.AUTO, false), factory, level);
            Route transacted = new Route("dmlc-" + name + "-tx", Mode.TRANSACTED, false);
            boolean forwards = level == DefaultMessageListenerContainer.CACHE_NONE
                    || level == DefaultMessageListenerContainer.CACHE_CONSUMER;
            polling(forwards ? forwarding(transacted, factory) : transacted, factory, level);
        });
        polling(
                forwarding(new Route("dmlc-manager", Mode.MANAGED, false), factory),
                factory,
                DefaultMessageListenerContainer.CACHE_AUTO);
        for (Mode mode : List.of(Mode.AUTO, Mode.CLIENT, Mode.TRANSACTED)) {
            String name = mode.name().toLowerCase(Locale.ROOT);
            listening(new Route("smlc-" + name, mode, false), factory);
        }
    }

    /** The same factory, wrapped in what applications put around it. */
    private void wrapped(String suffix, ConnectionFactory factory, boolean dropped) {
        List<Wrapped> all = Stream.of(Wrapper.CACHING, Wrapper.SINGLE, Wrapper.POOLED)
                .map(wrapper -> {
                    String kind = wrapper.name().toLowerCase(Locale.ROOT) + suffix;
                    return new Wrapped(kind, wrapper.around(factory, context, kind), dropped);
                })
                .toList();
        for (Wrapped each : all) {
            polling(route(each, "dmlc-none", Mode.AUTO), each.factory, DefaultMessageListenerContainer.CACHE_NONE);
            polling(
                    forwarding(route(each, "dmlc-none-tx", Mode.TRANSACTED), each.factory),
                    each.factory,
                    DefaultMessageListenerContainer.CACHE_NONE);
            polling(
                    route(each, "dmlc-consumer-tx", Mode.TRANSACTED),
                    each.factory,
                    DefaultMessageListenerContainer.CACHE_CONSUMER);
            senders.add(Sender.plain(each.kind, names, each.factory));
            senders.add(
                    dropped
                            ? Sender.managed(each.kind + "-tx", names, each.factory)
                            : Sender.transacted(each.kind + "-tx", names, each.factory));
        }
        listening(route(all.get(1), "smlc-tx", Mode.TRANSACTED), all.get(1).factory);
        poller(route(all.get(0), "receive", Mode.AUTO), all.get(0).factory);
        poller(route(all.get(2), "receive", Mode.AUTO), all.get(2).factory);
    }

    private static Route route(Wrapped wrapped, String name, Mode mode) {
        return new Route(name + "-" + wrapped.kind, mode, wrapped.dropped);
    }

    /** With a queue behind it, to which its listener sends on by a template on the container's own factory. */
    private Route forwarding(Route route, ConnectionFactory factory) {
        Route next = new Route(route.queue() + "-on", Mode.AUTO, false);
        forwarded.add(next);
        contain(next, known -> {
            try {
                SimpleMessageListenerContainer container = Containers.listening(names, known, names.factory("silent"));
                container.setConcurrency("1");
                return container;
            } catch (NamingException e) {
                throw new AssertionError(e);
            }
        });
        return route.forwarding(names.template(factory), next);
    }

    private void polling(Route route, ConnectionFactory factory, int cacheLevel) {
        routes.add(route);
        contain(route, known -> Containers.polling(names, known, factory, cacheLevel));
    }

    private void listening(Route route, ConnectionFactory factory) {
        routes.add(route);
        contain(route, known -> Containers.listening(names, known, factory));
    }

    private void contain(Route route, Function<Route, AbstractMessageListenerContainer> maker) {
        context.registerBean(route.queue(), AbstractMessageListenerContainer.class, () -> maker.apply(route));
    }

    private void poller(Route route, ConnectionFactory factory) {
        routes.add(route);
        pollers.add(new Poller(route, names, factory));
    }

    /** Where senders send to. */
    List<Route> routes() {
        return routes;
    }

    /** Where listeners send on to. */
    List<Route> forwarded() {
        return forwarded;
    }

    List<Sender> senders() {
        return senders;
    }

    @Override
    public void close() throws InterruptedException {
        for (Poller poller : pollers) {
            poller.end();
        }
        context.close();
    }
}
