package io.batonmq.jms;

import io.batonmq.jms.internal.client.ClientConfig;
import io.batonmq.jms.internal.client.JmsConnection;
import io.batonmq.jms.internal.client.JmsContext;
import io.batonmq.jms.internal.message.DeserializationPolicy;
import io.batonmq.jms.internal.message.MessageSettings;
import io.batonmq.jms.internal.url.ConnectionOptions;
import io.batonmq.jms.internal.url.FailoverUrl;
import io.batonmq.jms.internal.url.InvalidFailoverUrlException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.io.Serial;
import java.io.Serializable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where an application starts: makes connections to a BatonMQ cluster, found through a failover URL. It is all three
 * factories of the JMS API. Properties set here win over the URL's options. Set it up on one thread, then use it from any;
 * a change counts for connections made after it. An open connection does not keep the process alive: its threads are daemons.
 *
 * <pre>{@code
 * ConnectionFactory factory = new BatonConnectionFactory("failover:(tcp://a:61616,tcp://b:61616)");
 * }</pre>
 */
public final class BatonConnectionFactory
        implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory, Referenceable, Serializable {

    /** The URL of a factory that was given none: {@value}. */
    public static final String DEFAULT_URL = "tcp://127.0.0.1:61616";

    private static final Logger LOG = LoggerFactory.getLogger(BatonConnectionFactory.class);

    /** Each warning once: a lookup in JNDI makes a new factory, often one for each connection. */
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    // By name: the JNDI package depends on this one.
    private static final String OBJECT_FACTORY = "io.batonmq.jms.jndi.BatonObjectFactory";

    @Serial
    private static final long serialVersionUID = 1L;

    private String url = DEFAULT_URL;
    private @Nullable String userName;
    private @Nullable String password;
    private @Nullable String clientID;
    private @Nullable String deserializationAllow;
    private @Nullable String deserializationDeny;
    private boolean strictPropertyNames = true;
    private transient @Nullable FailoverListener failoverListener;

    /** Connects to {@value #DEFAULT_URL} unless a URL is set. */
    public BatonConnectionFactory() {}

    /**
     * With a URL in any of the spellings.
     *
     * @param url for example {@code failover:(tcp://a:61616,tcp://b:61616)} or {@code tcp://a:61616}
     * @throws JMSRuntimeException ({@code BATON-URL-INVALID}) naming what is wrong in it
     */
    public BatonConnectionFactory(String url) {
        setUrl(url);
    }

    /**
     * With a URL and the user that {@code createConnection()} without arguments uses.
     *
     * @param url in any of the spellings
     * @param userName the user, null = the URL's {@code jms.username}
     * @param password the password
     * @throws JMSRuntimeException ({@code BATON-URL-INVALID}) naming what is wrong in the URL
     */
    public BatonConnectionFactory(String url, @Nullable String userName, @Nullable String password) {
        setUrl(url);
        this.userName = userName;
        this.password = password;
    }

    // Properties

    /** {@return the URL as it was given} */
    public String getUrl() {
        return url;
    }

    /**
     * Sets the failover URL.
     *
     * @param url in any of the spellings; default {@value #DEFAULT_URL}
     * @throws JMSRuntimeException ({@code BATON-URL-INVALID}) naming what is wrong in it
     */
    public void setUrl(String url) {
        for (String warning : parse(url).warnings()) {
            if (WARNED.add(warning)) {
                LOG.warn(warning);
            }
        }
        this.url = url;
    }

    /** {@return the user of {@code createConnection()} without arguments} */
    public @Nullable String getUserName() {
        return userName;
    }

    /**
     * Sets the user of {@code createConnection()} without arguments.
     *
     * @param userName null, the default, = the URL's {@code jms.username}, else none (anonymous). Nodes without users take
     *     whatever is given
     */
    public void setUserName(@Nullable String userName) {
        this.userName = userName;
    }

    /**
     * Sets the password of the user set here; without a user it is not used.
     *
     * @param password default: none; with the user of the URL, its {@code jms.password}
     */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    /** {@return the client identifier that connections are made with} */
    public @Nullable String getClientID() {
        return clientID;
    }

    /**
     * Sets the client identifier that connections are made with. One connection at a time may have it (JMS 6.1.2).
     *
     * @param clientID null, the default, = the URL's {@code jms.clientID}, else none
     */
    public void setClientID(@Nullable String clientID) {
        this.clientID = clientID;
    }

    /** {@return what {@link #setDeserializationAllow} set} */
    public @Nullable String getDeserializationAllow() {
        return deserializationAllow;
    }

    /**
     * Sets which classes an ObjectMessage may contain besides the JDK's plain values. Any other makes {@code getObject}
     * throw a {@code MessageFormatException} before anything of it is made.
     *
     * @param patterns classes ({@code com.acme.Order}, nested {@code com.acme.Order$Line}), packages with all below ({@code com.acme.*}), or {@code *},
     *     separated by commas; null, the default, = the URL's {@code jms.deserializationAllow}, else none
     */
    public void setDeserializationAllow(@Nullable String patterns) {
        this.deserializationAllow = patterns;
    }

    /** {@return what {@link #setDeserializationDeny} set} */
    public @Nullable String getDeserializationDeny() {
        return deserializationDeny;
    }

    /**
     * Sets which classes an ObjectMessage may not contain, whatever is allowed.
     *
     * @param patterns as in {@link #setDeserializationAllow}; null, the default, = the URL's {@code
     *     jms.deserializationDeny}, else none
     */
    public void setDeserializationDeny(@Nullable String patterns) {
        this.deserializationDeny = patterns;
    }

    /** {@return whether property names must be as the specification has them} */
    public boolean isStrictPropertyNames() {
        return strictPropertyNames;
    }

    /**
     * Sets whether names of message properties must be as the specification has them (JMS 3.5.1).
     *
     * @param strict true, the default, = a Java identifier and no word of the selector language, else {@code
     *     IllegalArgumentException}; false lets names of older systems pass, such as {@code order-id}
     */
    public void setStrictPropertyNames(boolean strict) {
        this.strictPropertyNames = strict;
    }

    /** {@return what {@link #setFailoverListener} set} */
    public @Nullable FailoverListener getFailoverListener() {
        return failoverListener;
    }

    /**
     * Sets who is told of the failovers of all connections. Not kept by serialization.
     *
     * @param listener null, the default, = nobody
     */
    public void setFailoverListener(@Nullable FailoverListener listener) {
        this.failoverListener = listener;
    }

    // Connections

    private static FailoverUrl parse(String url) {
        try {
            return FailoverUrl.parse(url);
        } catch (InvalidFailoverUrlException e) {
            throw new JMSRuntimeException(String.valueOf(e.getMessage()), ErrorCode.URL_INVALID.text(), e);
        }
    }

    private ClientConfig config() {
        FailoverUrl parsed = parse(url);
        ConnectionOptions options = parsed.options();
        DeserializationPolicy policy = new DeserializationPolicy(
                patterns(deserializationAllow, options.deserializationAllow()),
                patterns(deserializationDeny, options.deserializationDeny()));
        FailoverListener listener = failoverListener;
        InstantSource clock = InstantSource.system();
        return new ClientConfig(
                parsed,
                clientID == null ? options.clientID() : clientID,
                new MessageSettings(policy, strictPropertyNames),
                BatonDestinations.INSTANCE,
                ClientTransport.cores(clock),
                clock,
                listener == null ? null : new FailoverListenerAdapter(listener));
    }

    private static List<String> patterns(@Nullable String set, List<String> ofUrl) {
        if (set == null) {
            return ofUrl;
        }
        List<String> patterns = new ArrayList<>();
        for (String pattern : set.split(",", -1)) {
            if (!pattern.isBlank()) {
                patterns.add(pattern.strip());
            }
        }
        return patterns;
    }

    private JmsConnection connect(@Nullable String user, @Nullable String secret) throws JMSException {
        return JmsConnection.open(config(), user, secret);
    }

    private JmsConnection connectForQueues(@Nullable String user, @Nullable String secret) throws JMSException {
        return JmsConnection.openForQueues(config(), user, secret);
    }

    private @Nullable String defaultUser() {
        return userName == null ? parse(url).options().username() : userName;
    }

    private @Nullable String defaultPassword() {
        return userName == null ? parse(url).options().password() : password;
    }

    /**
     * Connects within the URL's start-up limits: 30 s for a plain URL, for ever for ActiveMQ's {@code failover:} unless it says
     * otherwise ({@code timeout}, {@code startupMaxReconnectAttempts}); an interrupt of the calling thread ends it.
     *
     * @throws JMSException with an error code: {@code BATON-LINK-UNREACHABLE}, {@code BATON-LINK-NO-HOLDER}, {@code
     *     BATON-PROTOCOL-VIOLATION} for a port that isn't BatonMQ's; {@code JMSSecurityException} for wrong credentials or a
     *     certificate that isn't trusted ({@code BATON-SECURITY-TLS}); {@code InvalidClientIDException} if the factory's
     *     client identifier is in use
     */
    @Override
    public Connection createConnection() throws JMSException {
        return connect(defaultUser(), defaultPassword());
    }

    /** As {@link #createConnection()}, as the given user. */
    @Override
    public Connection createConnection(@Nullable String user, @Nullable String secret) throws JMSException {
        return connect(user, secret);
    }

    /** As {@link #createConnection()}. */
    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return connectForQueues(defaultUser(), defaultPassword());
    }

    /** As {@link #createConnection()}, as the given user. */
    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String secret) throws JMSException {
        return connectForQueues(user, secret);
    }

    /** As {@link #createConnection()}. */
    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return connect(defaultUser(), defaultPassword());
    }

    /** As {@link #createConnection()}, as the given user. */
    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String secret) throws JMSException {
        return connect(user, secret);
    }

    /**
     * As {@link #createConnection()}, with a session in AUTO_ACKNOWLEDGE.
     *
     * @throws JMSRuntimeException for whatever {@link #createConnection()} throws, with its error code; {@code
     *     JMSSecurityRuntimeException} and {@code InvalidClientIDRuntimeException} correspond
     */
    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    /**
     * As {@link #createContext()}, with a session of the given mode.
     *
     * @throws JMSRuntimeException also if the mode is none of the four
     */
    @Override
    public JMSContext createContext(int sessionMode) {
        return JmsContext.open(config(), defaultUser(), defaultPassword(), sessionMode);
    }

    /** As {@link #createContext()}, as the given user. */
    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String secret) {
        return createContext(user, secret, JMSContext.AUTO_ACKNOWLEDGE);
    }

    /** As {@link #createContext(int)}, as the given user. */
    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String secret, int sessionMode) {
        return JmsContext.open(config(), user, secret, sessionMode);
    }

    /** Returns what a naming service keeps in place of this object: all properties but the failover listener. */
    @Override
    public Reference getReference() {
        Reference reference = new Reference(getClass().getName(), OBJECT_FACTORY, null);
        reference.add(new StringRefAddr("url", url));
        add(reference, "userName", userName);
        add(reference, "password", password);
        add(reference, "clientID", clientID);
        add(reference, "deserializationAllow", deserializationAllow);
        add(reference, "deserializationDeny", deserializationDeny);
        reference.add(new StringRefAddr("strictPropertyNames", String.valueOf(strictPropertyNames)));
        return reference;
    }

    private static void add(Reference reference, String name, @Nullable String value) {
        if (value != null) {
            reference.add(new StringRefAddr(name, value));
        }
    }

    /** Returns the class and the URL, passwords hidden. */
    @Override
    public String toString() {
        return "BatonConnectionFactory[" + parse(url).redacted() + "]";
    }
}
