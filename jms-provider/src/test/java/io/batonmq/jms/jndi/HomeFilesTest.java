package io.batonmq.jms.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.BatonQueue;
import io.batonmq.jms.BatonTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files {@code jndi.properties} of other systems, with the context factory's name, and AMQP's scheme, changed. */
class HomeFilesTest {

    @TempDir
    Path folder;

    private static String text(String home) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(HomeFilesTest.class.getResourceAsStream("/jndi/" + home + ".properties"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceFirst("org\\.apache\\.\\S+Factory", BatonInitialContextFactory.class.getName())
                    .replace("amqp://", "tcp://")
                    .replace("amqps://", "ssl://");
        }
    }

    private static InitialContext context(String home) throws IOException, NamingException {
        Properties properties = new Properties();
        properties.load(new StringReader(text(home)));
        return new InitialContext(properties);
    }

    private static BatonConnectionFactory factory(Context context, String name) throws NamingException {
        return (BatonConnectionFactory) context.lookup(name);
    }

    @Test
    void ofActiveMq() throws Exception {
        Context context = context("activemq");

        for (String name : new String[] {"connectionFactory", "queueConnectionFactory", "topicConnectionFactory"}) {
            BatonConnectionFactory factory = factory(context, name);
            assertThat(factory.getUrl())
                    .isEqualTo("failover:(tcp://broker1:61616,tcp://broker2:61616)?randomize=false");
            assertThat(factory.getUserName()).isEqualTo("shop");
            assertThat(factory.getReference().get("password").getContent()).isEqualTo("secret");
            assertThat(factory.getClientID()).isNull();
        }
        BatonConnectionFactory audit = factory(context, "audit");
        assertThat(audit.getUrl()).startsWith("tcp://audit:61616");
        assertThat(audit.getUserName()).isEqualTo("auditor");
        assertThat(audit.getClientID()).isEqualTo("audit-1");
        assertThat(context.lookup("MyQueue")).isEqualTo(new BatonQueue("example.MyQueue"));
        assertThat(context.lookup("MyTopic")).isEqualTo(new BatonTopic("example.MyTopic"));
        assertThat(context.lookup("dynamicQueues/FOO.BAR")).isEqualTo(new BatonQueue("FOO.BAR"));
        assertThatThrownBy(() -> context.lookup("ConnectionFactory")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void ofArtemis() throws Exception {
        Context context = context("artemis");

        assertThat(factory(context, "ConnectionFactory").getUrl()).startsWith("(tcp://live:61616,tcp://backup:61616)?");
        assertThat(factory(context, "QueueConnectionFactory").getUrl()).contains("callTimeout=15000");
        BatonConnectionFactory ofTopics = factory(context, "jms/TopicFactory");
        assertThat(ofTopics.getUrl()).contains("clientID=reader").contains("user=shop");
        assertThat(context.lookup("queues/OrderQueue")).isEqualTo(new BatonQueue("OrderQueue"));
        assertThat(context.lookup("topics/prices")).isEqualTo(new BatonTopic("prices"));
        assertThat(context.lookup("dynamicTopics/a.b")).isEqualTo(new BatonTopic("a.b"));
    }

    @Test
    void ofQpid() throws Exception {
        System.setProperty("tenant", "south");
        try {
            Context context = context("qpid");

            BatonConnectionFactory factory = factory(context, "myFactoryLookup");
            assertThat(factory.getUrl()).startsWith("failover:(tcp://localhost:5672,tcp://backup:5672)?");
            assertThat(factory.getUserName()).isEqualTo("shop");
            assertThat(factory.getReference().get("password").getContent()).isEqualTo("secret");
            BatonConnectionFactory secured = factory(context, "securedLookup");
            assertThat(secured.getUrl()).startsWith("ssl://localhost:5671");
            assertThat(secured.getReference().get("password")).isNull();
            assertThat(context.lookup("myQueueLookup"))
                    .as("the process's own properties win over the file's")
                    .isEqualTo(new BatonQueue("south.queue"));
            assertThat(context.lookup("myTopicLookup")).isEqualTo(new BatonTopic("topicA"));
            assertThat(context.lookup("dynamicTopics/x")).isEqualTo(new BatonTopic("x"));
        } finally {
            System.clearProperty("tenant");
        }
    }

    @Test
    void theProviderUrlMayNameAFile() throws Exception {
        Path file = folder.resolve("names.properties");
        Files.writeString(file, text("qpid"));
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, BatonInitialContextFactory.class.getName());
        properties.put(Context.PROVIDER_URL, file.toUri().toString());

        assertThat(new InitialContext(properties).lookup("myQueueLookup")).isEqualTo(new BatonQueue("north.queue"));

        properties.put(Context.PROVIDER_URL, file.toUri() + ".not");
        assertThatThrownBy(() -> new InitialContext(properties))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("names a file of properties, file:")
                .hasMessageContaining("names.properties.not");
    }
}
