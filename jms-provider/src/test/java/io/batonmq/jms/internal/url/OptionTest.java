package io.batonmq.jms.internal.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each accepted option has an effect, everything else is refused in the user's words (C62). */
class OptionTest {

    /** A value other than the default for each option that is mapped, so that its effect can be seen. */
    private static String otherValue(String name) {
        return switch (name.replaceFirst("^(jms|ssl|failover)\\.", "")) {
            case "clientID", "username", "userName", "user", "password" -> "x";
            case "events" -> "switch";
            case "deserializationAllow",
                    "deserializationDeny",
                    "deserializationAllowList",
                    "deserializationDenyList",
                    "deserializationWhiteList",
                    "deserializationBlackList",
                    "trustedPackages" -> "com.acme";
            case "keyStore", "trustStore", "keyStorePath", "trustStorePath", "keyStorePassword", "trustStorePassword" ->
                "/x";
            case "protocols", "enabledProtocols", "socket.enabledProtocols" -> "TLSv1.3";
            case "cipherSuites", "enabledCipherSuites", "socket.enabledCipherSuites" -> "TLS_AES_128_GCM_SHA256";
            case "verifyHost",
                    "verifyHostName",
                    "socket.verifyHostName",
                    "ssl_verify_hostname",
                    "tcpNoDelay",
                    "wireFormat.tcpNoDelayEnabled",
                    "randomize",
                    "updateURIsSupported",
                    "useExponentialBackOff",
                    "useReconnectBackOff" -> "false";
            case "keepAlive",
                    "ha",
                    "HA",
                    "sslEnabled",
                    "blockOnAcknowledge",
                    "trustAllPackages",
                    "tibco.tibjms.ft.switch.exception",
                    "tibco.tibjms.ft.events.exception" -> "true";
            case "reconnectDelayExponent", "reconnectBackOffMultiplier", "retryIntervalMultiplier" -> "1.5";
            case "connectionLoadBalancingPolicyClassName" -> "a.b.FirstElementConnectionLoadBalancingPolicy";
            case "trafficClass", "typeOfService" -> "16";
            default -> "4321";
        };
    }

    private static Stream<String> mapped() {
        return Stream.of(
                        new ActiveMqUrl()
                                .table().mappedNames().stream()
                                        .map(name -> "failover:(ssl://a:1,tcp://b:1)?" + nested(name)),
                        new ArtemisUrl()
                                .table().mappedNames().stream()
                                        .map(name -> name.startsWith("retry") || name.equals("maxRetryInterval")
                                                ? "(ssl://a:1,tcp://b:1)?reconnectAttempts=9&" + name
                                                : "(ssl://a:1,tcp://b:1)?" + name),
                        new TibcoUrl().table().mappedNames().stream().map(name -> "ssl://a:1,tcp://b:1?" + name),
                        new PlainUrl().table().mappedNames().stream().map(name -> "ssl://a:1?" + name))
                .flatMap(names -> names);
    }

    private static String nested(String name) {
        boolean own = name.startsWith("jms.") || name.startsWith("ssl.");
        return !own && new ActiveMqUrl().table().isForServer(name) ? "nested." + name : name;
    }

    @ParameterizedTest
    @MethodSource("mapped")
    void eachMappedOptionHasAnEffect(String prefix) {
        String name = prefix.substring(Math.max(prefix.lastIndexOf('?'), prefix.lastIndexOf('&')) + 1);
        String bare = prefix.substring(0, prefix.length() - name.length() - 1);
        String inner = name.replace("nested.", "");
        String needs = inner.endsWith("assword")
                        && !inner.toLowerCase(java.util.Locale.ROOT).contains("store")
                ? (bare.startsWith("(") ? "user=u" : "jms.username=u")
                : inner.equals("keyStorePassword")
                        ? "keyStorePath=/k"
                        : inner.equals("trustStorePassword")
                                ? "trustStorePath=/t"
                                : inner.equals("ssl.keyStorePassword")
                                        ? "ssl.keyStore=/k"
                                        : inner.equals("ssl.trustStorePassword") ? "ssl.trustStore=/t" : "";
        String base = bare + (needs.isEmpty() ? "" : (bare.contains("?") ? "&" : "?") + needs);
        FailoverUrl without = FailoverUrl.parse(base);
        FailoverUrl with = FailoverUrl.parse(base + (base.contains("?") ? "&" : "?") + name + "=" + otherValue(inner));

        boolean same = without.options().equals(with.options())
                && without.policy().equals(with.policy())
                && without.servers().equals(with.servers());
        assertThat(same).as("%s has no effect", prefix).isFalse();
    }

    @ParameterizedTest
    @MethodSource("mapped")
    void eachMappedOptionRefusesNonsense(String prefix) {
        String name = prefix.substring(prefix.lastIndexOf('?') + 1).replaceFirst("^.*&", "");
        String inner = name.replace("nested.", "");
        if (Set.of("x", "/x", "TLSv1.3", "TLS_AES_128_GCM_SHA256").contains(otherValue(inner))) {
            return;
        }
        assertThatThrownBy(() -> FailoverUrl.parse(prefix + "=%C2%A71"))
                .isInstanceOf(InvalidFailoverUrlException.class)
                .hasMessageContaining("option " + inner + "=\"§1\": must be ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            ; the URL is empty
            failover: ; a server is missing
            failover:() ; a server is missing
            failover:(tcp://a:1,,tcp://b:1) ; a server is missing
            failover:(tcp://a:1,) ; a server is missing
            failover:(tcp://a:1 ; closing parenthesis of the server list is missing
            failover:(tcp://a:1)x ; after the closing parenthesis
            failover:(failover:(tcp://a:1)) ; must be written tcp://host:port
            failover:failover:(tcp://a:1) ; written twice
            failover:(a:61616,b:61616) ; must be written tcp://host:port or ssl://host:port, not "a:61616"
            failover:(tcp:/a:1) ; must be written tcp://host:port
            localhost:61616 ; must be written tcp://host:port or ssl://host:port, not "localhost:61616"
            tcp:// ; a host is missing after tcp://
            tcp://:61616 ; a host is missing after tcp://
            tcp://a b:1 ; not a host name: "a b:1"
            tcp://a:x ; the port of "a" must be a number from 1 to 65535
            tcp://a:0 ; the port of "a" must be a number from 1 to 65535
            tcp://a:65536 ; the port of "a" must be a number from 1 to 65535
            tcp://::1:61616 ; a host is missing
            tcp://2001:db8::1 ; write an IPv6 address in brackets
            tcp://[::1:61616 ; an IPv6 address must be written [::1]:61616
            tcp://[zz]:1 ; an IPv6 address must be written [::1]:61616
            tcp://a:1/queue ; the port of "a" must be
            tcp://a:1#tcp://b:1 ; write further servers as (tcp://a,tcp://b)
            tcp://a:1?ha=true#tcp://b:1 ; write further servers as (tcp://a,tcp://b)
            vm://localhost ; scheme vm:// starts a broker inside the client
            amqp://a:5672 ; scheme amqp:// is the AMQP protocol; write tcp://
            udp://231.7.7.7:9876 ; scheme udp:// finds brokers by multicast
            tibjmsnaming://a:7222 ; scheme tibjmsnaming://
            foo://a:1 ; scheme foo:// is unknown
            tcp://a:1?jms.prefetch ; option jms.prefetch has no value
            tcp://a:1?jms.prefetch=1&jms.prefetch=1 ; option jms.prefetch is given twice; keep one
            tcp://a:1?jms.prefetch=1&jms.prefetchPolicy.all=1 ; options jms.prefetch and jms.prefetchPolicy.all set the same thing
            tcp://a:1?jms.prefetch=x ; option jms.prefetch="x": must be a whole number from 0 to 1000000 (0 = pull)
            tcp://a:1?jms.prefetch=-1 ; option jms.prefetch="-1": must be a whole number from 0 to 1000000
            tcp://a:1?jms.prefetch= ; option jms.prefetch="": must be
            tcp://a:1?jms.prefetch=99999999999999 ; must be a whole number
            tcp://a:1?jms.callTimeout=0 ; option jms.callTimeout="0": must be milliseconds, a whole number from 1
            tcp://a:1?jms.events=some ; must be failures, switch or all
            tcp://a:1?jms.replayWindow=0 ; must be bytes from 1 to 1073741824, or -1 for no replay
            tcp://a:1?jms.deserializationAllow=com..x ; class names (com.acme.Order), packages (com.acme.*) or *
            tcp://a:1?jms.prefech=1 ; unknown option jms.prefech; did you mean jms.prefetch?
            tcp://a:1?prefetch=1 ; unknown option prefetch; did you mean jms.prefetch?
            tcp://a:1?jms.clientId=x ; did you mean jms.clientID?
            tcp://a:1?zzzzzzzzzzzzzzzzzz=1 ; unknown option zzzzzzzzzzzzzzzzzz; known are: connectionTimeout, jms.ackWindow
            tcp://a:1?=1 ; found an empty name
            tcp://a:1?& ; found an empty name
            tcp://a:1?jms.password%20=x ; a name that begins "jms.password"
            tcp://a:1?jms.clientID=a+b ; option jms.clientID: '+' is ambiguous
            tcp://a:1?jms.clientID=%zz ; '%' must be followed by two hexadecimal digits
            tcp://a:1?jms.clientID=%ff ; the percent-encoded octets are not UTF-8
            tcp://a:1?jms.clientID=%4 ; '%' must be followed by two hexadecimal digits
            tcp://a:1?jms.password=x ; a password is given without a user name
            tcp://u:p@a:1?jms.username=v ; the user name is given both before '@' and as an option
            failover:(tcp://u:p@a:1,tcp://v:p@b:1) ; different users or passwords
            tcp://@a:1 ; the user name before '@' is empty
            tcp://a:1?ssl.trustStore=/x ; option ssl.trustStore has no effect on servers without TLS
            failover:(tcp://a:1?ssl.verifyHost=false,ssl://b:1) ; option ssl.verifyHost has no effect on servers without TLS
            ssl://a:1?ssl.keyStorePassword=x ; a key store password is given without a key store
            tcp://a:1?maxReconnectAttempts=3 ; needs ActiveMQ's failover: write failover:(tcp://a:1)?maxReconnectAttempts=
            tcp://a:1?reconnect_attempt_count=3 ; write it twice, joined by a comma
            failover:(tcp://a:1)?maxReconnectAttemps=3 ; did you mean maxReconnectAttempts?
            failover:(tcp://a:1)?tcpNoDelay=true ; nested.tcpNoDelay for all servers
            failover:(tcp://a:1)?nested.jms.clientID=x ; write it without "nested."
            failover:(tcp://a:1?randomize=true) ; option randomize acts on the whole connection
            failover:(tcp://a:1?randomize=true,tcp://b:1) ; behind the closing parenthesis
            failover:(tcp://a:1)?nested.wireFormat.maxInactivityDuration=0 ; never declared dead
            failover:(tcp://a:1)?backup=true ; option backup="true": must be false, or be removed
            failover:(tcp://a:1)?priorityBackup=true ; one holder serves all clients
            failover:(tcp://a:1)?jms.useAsyncSend=true ; call send(message, completionListener)
            failover:(tcp://a:1)?jms.redeliveryPolicy.maximumRedeliveries=3 ; of ActiveMQ is not supported: redelivery is decided by the node
            failover:(tcp://a:1)?reconnectAttempts=3 ; did you mean maxReconnectAttempts?
            failover:(tcp://a:1)?failover.randomize=true&randomize=true ; set the same thing
            failover:(tcp://a:1)?failover.amqpOpenServerListAction=ADD ; this one of Qpid JMS has no counterpart
            failover:(tcp://a:1)?failover.initialReconnectDelay=5 ; the first round after a loss starts at once
            (tcp://a:1)?maxReconnectAttempts=3 ; did you mean reconnectAttempts?
            (tcp://a:1?ha=true) ; option ha acts on the whole connection
            (tcp://a:1)?consumerWindowSize=-1 ; must be a whole number from 0
            (tcp://a:1)?trustAll=true ; give a trust store
            (ssl://a:1?sslEnabled=false) ; sslEnabled=false; keep one
            (tcp://a:1)?callTimeout=1&jms.callTimeout=1 ; set the same thing
            (tcp://a:1)?connectionTTL=1000 ; its setting resumeTimeout
            (tcp://a:1)?type=XA_CF ; XA factories are not offered
            tcp://a:1,tcp://b:1?reconnect_attempt_count=0 ; must be a whole number from 1
            tcp://a:1?jms.clientID=x,tcp://b:1 ; option jms.clientID acts on the whole connection
            tcp://a:1,tcp://b:1?com.tibco.tibjms.connect.attempts=10 ; use connect_attempt_count
            tcp://a:1,tcp://b:1?connect_attempt_timeout=0 ; must be milliseconds, a whole number from 100
            """)
    void mistakesAreToldInTheUsersWords(String url, String message) {
        assertThatThrownBy(() -> FailoverUrl.parse(url))
                .isInstanceOf(InvalidFailoverUrlException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatSaysWhatHappensAnywayIsAccepted() {
        FailoverUrl plain = FailoverUrl.parse("failover:(tcp://a:1)");
        FailoverUrl wordy =
                FailoverUrl.parse("failover:(tcp://a:1)?trackMessages=true&backup=false&priorityBackup=false"
                        + "&jms.watchTopicAdvisories=false&jms.copyMessageOnSend=true&jms.useAsyncSend=false"
                        + "&nested.useInactivityMonitor=true&nested.soTimeout=0");

        assertThat(wordy.options()).isEqualTo(plain.options());
        assertThat(wordy.policy()).isEqualTo(plain.policy());
    }

    @Test
    void homeUrlsWorkUnchanged() {
        List.of(
                        "failover:(tcp://broker1:61616?wireFormat.maxInactivityDuration=30000&connectionTimeout=5000,"
                                + "tcp://broker2:61616)?initialReconnectDelay=100&maxReconnectDelay=10000&randomize=false"
                                + "&timeout=3000&jms.prefetchPolicy.queuePrefetch=1&jms.userName=u&jms.password=p"
                                + "&startupMaxReconnectAttempts=5&warnAfterReconnectAttempts=5",
                        "(tcp://a:61616,tcp://b:61616)?ha=true&reconnectAttempts=-1&initialConnectAttempts=1"
                                + "&failoverAttempts=0&retryInterval=2000&retryIntervalMultiplier=1.0"
                                + "&maxRetryInterval=2000&confirmationWindowSize=1048576&connectionTTL=60000"
                                + "&callTimeout=30000&callFailoverTimeout=30000&consumerWindowSize=0&type=CF"
                                + "&clientFailureCheckPeriod=30000&user=u&password=p&clientID=c",
                        "tcp://a:61616?sslEnabled=true&trustStorePath=/t.jks&trustStorePassword=x&verifyHost=false",
                        "tcp://localhost:61616?jms.prefetchPolicy.all=10&wireFormat.maxInactivityDuration=30000",
                        "ssl://h1:7243,ssl://h2:7243")
                .forEach(FailoverUrl::parse);
    }

    @Test
    void aUrlTakenFromXmlAsItStandsIsTold() {
        assertThatThrownBy(() -> FailoverUrl.parse("tcp://a:1?jms.clientID=a&amp;jms.prefetch=1"))
                .isInstanceOf(InvalidFailoverUrlException.class)
                .hasMessageContaining("taken from an XML file");
    }

    @Test
    void anEndlessTextIsRefusedAtOnce() {
        assertThatThrownBy(() -> FailoverUrl.parse("tcp://a:1," + "+".repeat(1_000_000)))
                .isInstanceOf(InvalidFailoverUrlException.class)
                .hasMessageContaining("longer than");
    }

    @Test
    void pullAndStrictAcknowledgementAreMapped() {
        ConnectionOptions options = FailoverUrl.parse(
                        "(tcp://a:1)?consumerWindowSize=0&blockOnAcknowledge=true&confirmationWindowSize=-1")
                .options();

        assertThat(options.prefetch().queue()).isZero();
        assertThat(options.prefetch().browser()).isEqualTo(1);
        assertThat(options.ackWindow()).isEqualTo(1);
        assertThat(options.replayWindow()).isEqualTo(ConnectionOptions.NO_REPLAY);
    }

    @Test
    void mistakesNeverShowPasswords() {
        List.of(
                        "failover:(tcp://u:hunter2@a:1)?jms.pasword=hunter2",
                        "tcp://u:hunter2@a b:1",
                        "tcp://u:hunter2@a:x",
                        "tcp://u:hunter2%zz@a:1",
                        "tcp://a:1?jms.password=hunter2+",
                        "tcp://a:1?jms.password%20=hunter2",
                        "tcp://a:1?jms.password:hunter2",
                        "tcp://a:1?jms.username=u&jms.password=hunter2&jms.password=hunter2",
                        "failover:(tcp://a:1,jms.password=hunter2)",
                        "jms.password=hunter2",
                        "ssl://a:1?ssl.keyStorePassword=hunter2",
                        "failover:(tcp://u:hunter2@a:1,tcp://u:hunter3@b:1)")
                .forEach(url -> {
                    InvalidFailoverUrlException error =
                            catchThrowableOfType(InvalidFailoverUrlException.class, () -> FailoverUrl.parse(url));
                    assertThat(error).as(url).isNotNull();
                    assertThat(error.getMessage()).doesNotContain("hunter");
                });
    }
}
