package io.batonmq.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.batonmq.jms.jndi.BatonObjectFactory;
import jakarta.jms.JMSRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Hashtable;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The factory as a bean, a serialized object and a JNDI reference. */
class BatonConnectionFactoryTest {

    private static BatonConnectionFactory full() {
        BatonConnectionFactory factory = new BatonConnectionFactory("failover:(tcp://a:1,tcp://b:2)", "user", "secret");
        factory.setClientID("me");
        factory.setDeserializationAllow("com.acme.*, com.other");
        factory.setDeserializationDeny("com.acme.bad");
        factory.setStrictPropertyNames(false);
        return factory;
    }

    private static void assertSame(BatonConnectionFactory copy) {
        assertThat(copy.getUrl()).isEqualTo("failover:(tcp://a:1,tcp://b:2)");
        assertThat(copy.getUserName()).isEqualTo("user");
        assertThat(copy.getClientID()).isEqualTo("me");
        assertThat(copy.getDeserializationAllow()).isEqualTo("com.acme.*, com.other");
        assertThat(copy.getDeserializationDeny()).isEqualTo("com.acme.bad");
        assertThat(copy.isStrictPropertyNames()).isFalse();
        assertThat(copy.getReference().get("password").getContent()).isEqualTo("secret");
    }

    @Test
    void aWarningIsLoggedOnceHoweverManyFactoriesAreMade() {
        String url = "failover:(tcp://a:1,tcp://b:2)";
        Logger logger = (Logger) LoggerFactory.getLogger(BatonConnectionFactory.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        BatonConnectionFactory first = new BatonConnectionFactory(url);
        log.start();
        logger.addAppender(log);
        try {
            first.setUrl(url);
            assertThat(new BatonConnectionFactory(url).getUrl()).isEqualTo(url);
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).isEmpty();
    }

    @Test
    void survivesSerialization() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(full());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertSame((BatonConnectionFactory) in.readObject());
        }
    }

    @Test
    @SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
    void survivesAJndiReference() throws Exception {
        Object made = new BatonObjectFactory().getObjectInstance(full().getReference(), null, null, new Hashtable<>());
        assertSame((BatonConnectionFactory) Objects.requireNonNull(made));
    }

    @Test
    void aWrongUrlIsRefusedAtOnceAndNamesTheOption() {
        assertThatThrownBy(() -> new BatonConnectionFactory("tcp://a:1?jms.prefetchh=3"))
                .isInstanceOfSatisfying(
                        JMSRuntimeException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo("BATON-URL-INVALID"))
                .hasMessageContaining("jms.prefetchh");
        assertThatThrownBy(() -> new BatonConnectionFactory().setUrl("")).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    void textForLogsHidesPasswords() {
        String text =
                new BatonConnectionFactory("tcp://a:1?jms.username=u&jms.password=secret", "user", "hidden").toString();
        assertThat(text).contains("tcp://a:1").doesNotContain("secret").doesNotContain("hidden");
    }

    @Test
    void withoutAUrlItIsTheLocalNode() {
        assertThat(new BatonConnectionFactory().getUrl()).isEqualTo("tcp://127.0.0.1:61616");
    }
}
