package io.batonmq.jms.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonQueue;
import io.batonmq.jms.BatonTopic;
import io.batonmq.jms.internal.url.FailoverUrl;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names from properties. A parsed URL stands for a factory: the context hands on what its maker makes. */
@SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
class BatonContextTest {

    private static final String URL = "failover:(tcp://a:61616,tcp://b:61616)?jms.username=u&jms.password=hunter2";

    private static Context context(String... properties) throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        for (int i = 0; i < properties.length; i += 2) {
            environment.put(properties[i], properties[i + 1]);
        }
        return new BatonInitialContextFactory(FailoverUrl::parse).getInitialContext(environment);
    }

    @Test
    void factoriesQueuesAndTopicsAreBoundByProperties() throws NamingException {
        Context context = context(
                "connectionFactory.cf", URL,
                "connectionfactory.other", "tcp://a:1",
                "queue.orders", "shop.orders",
                "topic.news", "shop.news",
                "unrelated", "ignored",
                "java.naming.factory.initial", "x");

        assertThat(context.lookup("cf")).isEqualTo(FailoverUrl.parse(URL)).isSameAs(context.lookup("cf"));
        assertThat(context.lookup("other")).isEqualTo(FailoverUrl.parse("tcp://a:1"));
        assertThat(context.lookup("orders")).isEqualTo(new BatonQueue("shop.orders"));
        assertThat(context.lookup(new CompositeName("news"))).isEqualTo(new BatonTopic("shop.news"));
        assertThat(context.lookupLink("news")).isEqualTo(new BatonTopic("shop.news"));
    }

    @Test
    void theProviderUrlGivesTheReadyMadeFactories() throws NamingException {
        Context context = context(Context.PROVIDER_URL, URL, "connectionFactory.ConnectionFactory", "tcp://mine:1");

        assertThat(context.lookup("ConnectionFactory")).isEqualTo(FailoverUrl.parse("tcp://mine:1"));
        assertThat(context.lookup("QueueConnectionFactory")).isEqualTo(FailoverUrl.parse(URL));
        assertThat(context.lookup("TopicConnectionFactory")).isEqualTo(FailoverUrl.parse(URL));
    }

    @Test
    void connectionFactoryNamesRenamesThem() throws NamingException {
        Context context = context(Context.PROVIDER_URL, URL, "connectionFactoryNames", "jms/one, two");

        assertThat(context.lookup("jms/one")).isEqualTo(FailoverUrl.parse(URL));
        assertThat(context.lookup("two")).isEqualTo(FailoverUrl.parse(URL));
        assertThatThrownBy(() -> context.lookup("ConnectionFactory")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void anyDestinationCanBeLookedUp() throws NamingException {
        Context context = context();

        assertThat(context.lookup("dynamicQueues/a.b")).isEqualTo(new BatonQueue("a.b"));
        assertThat(context.lookup("dynamicTopics/a/b")).isEqualTo(new BatonTopic("a/b"));
        assertThat(((Context) context.lookup("dynamicQueues")).lookup("x")).isEqualTo(new BatonQueue("x"));
        assertThatThrownBy(() -> context.lookup("dynamicQueues/$tmp.1"))
                .isInstanceOf(InvalidNameException.class)
                .hasMessageContaining("reserved for temporary destinations");
    }

    @Test
    void compositeNamesMakeContexts() throws NamingException {
        Context context = context("queue.jms/shop/orders", "o", "queue.jms/shop/bills", "b", "topic.top", "t");

        Context shop = (Context) ((Context) context.lookup("jms")).lookup("shop");
        assertThat(shop.lookup("orders")).isEqualTo(new BatonQueue("o"));
        assertThat(shop.getNameInNamespace()).isEqualTo("jms/shop");
        assertThat(((Context) context.lookup("")).lookup("jms/shop/orders")).isEqualTo(new BatonQueue("o"));
        assertThat(Collections.list(context.list("")))
                .map(NameClassPair::getName)
                .containsExactly("jms", "top");
        assertThat(Collections.list(context.listBindings("jms/shop")))
                .map(Binding::getObject)
                .containsExactly(new BatonQueue("b"), new BatonQueue("o"));
        assertThat(Collections.list(shop.list(""))).map(NameClassPair::getName).containsExactly("bills", "orders");
        assertThatThrownBy(() -> context.list("top")).isInstanceOf(NotContextException.class);
        assertThatThrownBy(() -> context.list("nothing")).isInstanceOf(NameNotFoundException.class);
        assertThat(context.composeName("b", "a")).isEqualTo("a/b");
    }

    @Test
    void anUnknownNameIsToldWithWhatIsBound() {
        assertThatThrownBy(() -> context("queue.orders", "o", "topic.news", "n").lookup("order"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("\"order\" is not bound; bound are: news, orders")
                .hasMessageContaining("dynamicQueues/NAME")
                .hasMessageContaining("ConnectionFactory needs the property java.naming.provider.url");
        assertThatThrownBy(() -> context().lookup("x")).hasMessageContaining("no names");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ${queueName}              ; from-jndi
            a.${queueName}.b          ; a.from-jndi.b
            ${nowhere:-fallback}      ; fallback
            ${nowhere:-a}.${nowhere:-b:c} ; a.b:c
            ${baton.test.property}    ; from-system
            ${baton.test.property:-x} ; from-system
            plain$name{}              ; plain$name{}
            ${dollar}                 ; x$1\\
            """)
    void variablesAreReplaced(String value, String expected) throws NamingException {
        System.setProperty("baton.test.property", "from-system");
        try {
            Context context = context(
                    "queue.q", value, "queueName", "from-jndi", "baton.test.property", "from-jndi", "dollar", "x$1\\");
            assertThat(context.lookup("q")).isEqualTo(new BatonQueue(expected));
        } finally {
            System.clearProperty("baton.test.property");
        }
    }

    @Test
    void variablesInUrlsAreReplaced() throws NamingException {
        Context context = context("connectionFactory.cf", "tcp://${host:-localhost}:${port:-61616}", "host", "h");

        assertThat(context.lookup("cf")).isEqualTo(FailoverUrl.parse("tcp://h:61616"));
    }

    @Test
    void anUnsetVariableIsToldWithItsProperty() {
        assertThatThrownBy(() -> context("queue.q", "${baton.nowhere}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("property queue.q uses ${baton.nowhere}")
                .hasMessageContaining("${baton.nowhere:-…}");
    }

    @Test
    void aWrongUrlSpoilsOnlyItsOwnName() throws NamingException {
        Context context = context("connectionFactory.bad", "tcp://u:hunter2@a:1?jms.prefech=1", "queue.q", "q");

        assertThat(context.lookup("q")).isEqualTo(new BatonQueue("q"));
        assertThatThrownBy(() -> context.lookup("bad"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("property connectionFactory.bad: unknown option jms.prefech")
                .hasMessageNotContaining("hunter2")
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            queue.x         ; topic.x        ; properties queue.x and topic.x: both bind "x"
            queue.x         ; topic.x/y      ; properties queue.x and topic.x/y: "x" can't be an object and contain "x/y"
            queue.          ; unrelated      ; property queue. has no name behind its first dot
            queue.dynamicQueues/x ; unrelated ; names below dynamicQueues are made on look-up
            connection.cf.userName ; unrelated ; connection factory "cf", which has no URL: add connectionFactory.cf=URL
            connection.cf.prefetch ; unrelated ; userName, not prefetch; everything else is an option of its URL
            connection.userName ; unrelated ; property connection.userName names no factory
            default.connectionfactory.x ; unrelated ; userName, not x;
            """)
    void propertiesThatCannotBeUsedAreTold(String one, String other, String message) {
        assertThatThrownBy(() -> context(one, "a", other, "b"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theContextIsReadOnly() throws NamingException {
        Context context = context("queue.q", "q");

        assertThatThrownBy(() -> context.bind("x", "y")).isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> context.rebind("q", "y")).isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> context.unbind("q")).isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> context.createSubcontext("x")).isInstanceOf(OperationNotSupportedException.class);
        assertThat(context.getEnvironment().get("queue.q")).isEqualTo("q");
    }

    @Test
    void referencesBecomeObjects() throws NamingException {
        BatonObjectFactory factory = new BatonObjectFactory(FailoverUrl::parse);

        assertThat(factory.getObjectInstance(new BatonQueue("a/b").getReference(), null, null, null))
                .isEqualTo(new BatonQueue("a/b"));
        assertThat(factory.getObjectInstance(new BatonTopic("t").getReference(), null, null, null))
                .isEqualTo(new BatonTopic("t"));
        assertThat(new BatonQueue("q").getReference().getFactoryClassName())
                .isEqualTo(BatonObjectFactory.class.getName());
        for (String address : List.of("url", "brokerURL")) {
            Reference reference = new Reference("jakarta.jms.ConnectionFactory", new StringRefAddr(address, URL));
            assertThat(factory.getObjectInstance(reference, null, null, null)).isEqualTo(FailoverUrl.parse(URL));
        }
        Reference tomcat = new Reference("jakarta.jms.Queue", new StringRefAddr("physicalName", "q"));
        assertThat(factory.getObjectInstance(tomcat, null, null, null)).isEqualTo(new BatonQueue("q"));
    }

    @Test
    void referencesOfOthersAreLeftAloneAndIncompleteOnesTold() throws NamingException {
        BatonObjectFactory factory = new BatonObjectFactory(FailoverUrl::parse);

        assertThat(factory.getObjectInstance("text", null, null, null)).isNull();
        assertThat(factory.getObjectInstance(new Reference("java.lang.String"), null, null, null))
                .isNull();
        assertThatThrownBy(() -> factory.getObjectInstance(new Reference("jakarta.jms.Queue"), null, null, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has neither \"physicalName\" nor \"name\"");
        Reference wrong = new Reference("jakarta.jms.ConnectionFactory", new StringRefAddr("url", "nonsense"));
        assertThatThrownBy(() -> factory.getObjectInstance(wrong, null, null, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must be written tcp://host:port");
    }
}
