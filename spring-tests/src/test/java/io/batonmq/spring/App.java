package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/** A small application: a Spring context with one container, and a sender, both on one factory. For one thread. */
final class App implements AutoCloseable {

    /**
     * How long a closing context waits until it interrupts a container that is caught in a call without an end of its own, as
     * creating a connection is while all nodes are away. More than those need that end by themselves; Spring's default is 10 s.
     */
    private static final long PHASE_MILLIS = 4_000;

    private final Route route;
    private final Names names;
    private final GenericApplicationContext context = new GenericApplicationContext();
    private final ConnectionFactory factory;
    private final Sender sender;

    App(String name, Route.Mode mode, Names names, ConnectionFactory provided, Wrapper wrapper) {
        this.route = new Route(name, mode, true);
        this.names = names;
        this.factory = wrapper.around(provided, context, "factory");
        this.sender = Sender.plain(name, names, factory);
        DefaultLifecycleProcessor lifecycle = new DefaultLifecycleProcessor();
        lifecycle.setTimeoutPerShutdownPhase(PHASE_MILLIS);
        context.registerBean(
                AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME,
                DefaultLifecycleProcessor.class,
                () -> lifecycle);
    }

    /** With a container that polls. */
    App polling(int cacheLevel) {
        return contain(Containers.polling(names, route, factory, cacheLevel));
    }

    /** The same with the default cache level, but for a pool, which is to be asked each time. */
    App polling(Wrapper wrapper) {
        return polling(
                wrapper == Wrapper.POOLED
                        ? DefaultMessageListenerContainer.CACHE_NONE
                        : DefaultMessageListenerContainer.CACHE_AUTO);
    }

    /** With a container of the provider's listeners. */
    App listening() {
        return contain(Containers.listening(names, route, factory));
    }

    private App contain(AbstractMessageListenerContainer container) {
        context.registerBean("container", AbstractMessageListenerContainer.class, () -> container);
        return this;
    }

    App start() {
        context.refresh();
        return this;
    }

    Route route() {
        return route;
    }

    ConnectionFactory factory() {
        return factory;
    }

    /** Sends until a send is confirmed, as applications do, and waits until that message has come. */
    void checkBothDirections() {
        AtomicReference<@Nullable String> uid = new AtomicReference<>();
        await(route.queue()).atMost(Nodes.BOUND).until(() -> {
            uid.set(sender.send(route));
            return uid.get() != null;
        });
        String confirmed = Objects.requireNonNull(uid.get());
        await(route.queue())
                .atMost(Nodes.BOUND)
                .untilAsserted(
                        () -> assertThat(route.ledger().hasSeen(confirmed)).isTrue());
    }

    /** Sends once. */
    void send() {
        sender.send(route);
    }

    @Override
    public void close() {
        context.close();
    }
}
