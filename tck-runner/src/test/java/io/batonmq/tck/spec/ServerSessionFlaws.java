package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Connection consumers that are wrong. Immutable. */
final class ServerSessionFlaws {
    private ServerSessionFlaws() {}

    static void addTo(Flaws flaws) {
        addConsumers(flaws);
        addTopics(flaws);
    }

    private static boolean makes(Call call) {
        return call.is(Connection.class) && call.name().endsWith("ConnectionConsumer");
    }

    private static void addConsumers(Flaws flaws) {
        flaws.add(
                        "a session is loaded with all there is",
                        call -> makes(call)
                                ? call.with(Integer.class, max -> 1_000).proceed()
                                : call.proceed())
                .breaks(
                        Section1102ConcurrentProcessingTest.class,
                        "aSessionIsLoadedWithAtMostAsManyMessagesAsWereAllowedInTheirOrder");
        flaws.add(
                        "a connection consumer does not select",
                        call -> makes(call) && call.arguments() == 4
                                ? call.with(1, null).proceed()
                                : call.proceed())
                .breaks(Section1102ConcurrentProcessingTest.class, "aSelectorChooses");
        flaws.add(
                        "a connection consumer does not tell its pool",
                        Faults.returning(null, ConnectionConsumer.class, "getServerSessionPool"))
                .breaks(Section1102ConcurrentProcessingTest.class, "aConnectionConsumerKnowsItsPoolUntilItIsClosed");
        flaws.add(
                        "the close of a connection consumer has no effect",
                        Faults.ignoring(ConnectionConsumer.class, "close"))
                .breaks(Section1102ConcurrentProcessingTest.class, "aClosedConnectionConsumerLeavesTheRestToOthers");
        flaws.add(
                        "a connection consumer needs neither destination nor pool",
                        call -> makes(call)
                                ? Faults.swallowing(JMSException.class, Connection.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section1102ConcurrentProcessingTest.class, "wrongArgumentsAndClosedConnectionsAreRefused");
        flaws.addWithMemory("connections of one domain have no connection consumers", () -> {
                    Set<Object> ofOneDomain = Faults.objects();
                    return call -> {
                        if (makes(call) && ofOneDomain.contains(call.target())) {
                            throw new JMSException("not supported");
                        }
                        Object answer = call.proceed();
                        if (call.is(ConnectionFactory.class, "createQueueConnection", "createTopicConnection")
                                && answer != null) {
                            ofOneDomain.add(WrongProxies.real(answer));
                        }
                        return answer;
                    };
                })
                .breaks(Section1102ConcurrentProcessingTest.class, "theConnectionsOfOneDomainHaveThemToo");
        flaws.addWithMemory("a session with a listener of its own may have consumers", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        try {
                            return origins.proceed(call);
                        } catch (IllegalStateException e) {
                            Connection connection = origins.of(call.target(), Connection.class);
                            if (!call.is(Session.class, "createConsumer") || connection == null) {
                                throw e;
                            }
                            return call.outward(
                                    connection.createSession().createConsumer((Destination) call.argument(0)));
                        }
                    };
                })
                .breaks(Section1102ConcurrentProcessingTest.class, "aSessionWithAListenerOfItsOwnOnlySends");
    }

    private static void addTopics(Flaws flaws) {
        flaws.add(
                        "all connection consumers of a topic share its messages",
                        call -> makes(call)
                                        && call.argument(Topic.class) != null
                                        && !call.name().contains("Durable")
                                ? shared(call, "all")
                                : call.proceed())
                .breaks(Section1102ConcurrentProcessingTest.class, "everyKindOfSubscriptionGetsEachMessageOnce");
        flaws.add(
                        "durable connection consumers are not durable",
                        call -> makes(call) && call.name().equals("createDurableConnectionConsumer")
                                ? shared(call, String.valueOf(call.argument(1)))
                                : call.proceed())
                .breaks(Section1102ConcurrentProcessingTest.class, "aDurableSubscriptionKeepsWhatIsPublishedMeanwhile");
    }

    private static @Nullable Object shared(Call call, String name) throws JMSException {
        return call.outward(call.target(Connection.class)
                .createSharedConnectionConsumer(
                        call.argument(Topic.class), name, null, call.inward(ServerSessionPool.class), 1));
    }
}
