package io.batonmq.jms.internal.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How each spelling is told, taken apart, and which defaults it has (C62). */
class SpellingTest {

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            failover:(tcp://a:1,tcp://b:2)                        ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover://(tcp://a:1,tcp://b:2)                      ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover:tcp://a:1,tcp://b:2                          ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover://tcp://a:1,tcp://b:2                        ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            FAILOVER:( tcp://a:1 , tcp://b:2 ) ?randomize=false   ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover:(tcp://a:1)                                  ; ACTIVEMQ ; tcp://a:1
            failover:(tcp://a,ssl://b)                            ; ACTIVEMQ ; tcp://a:61616 ssl://b:61617
            failover:(nio://a:1,nio+ssl://b:2)                    ; ACTIVEMQ ; tcp://a:1 ssl://b:2
            failover:(tcp://[::1]:61616,tcp://[fe80::1%eth0])     ; ACTIVEMQ ; tcp://[::1]:61616 tcp://[fe80::1%eth0]:61616
            failover:(tcp://u:p@a:1,tcp://b:2)                    ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover:(tcp://a:1?tcpNoDelay=true&keepAlive=true,tcp://b:2) ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover:(tcp://a:1/,tcp://b:2/)                      ; ACTIVEMQ ; tcp://a:1 tcp://b:2
            failover:(tcp://a:1,tcp://a:1)                        ; ACTIVEMQ ; tcp://a:1
            (tcp://a:1,tcp://b:2)?ha=true&reconnectAttempts=-1    ; ARTEMIS  ; tcp://a:1 tcp://b:2
            (tcp://a:1)                                           ; ARTEMIS  ; tcp://a:1
            (tcp://a,tcp://b?sslEnabled=true)                     ; ARTEMIS  ; tcp://a:61616 ssl://b:61617
            (tcp://a:1,tcp://b:2)?sslEnabled=true                 ; ARTEMIS  ; ssl://a:1 ssl://b:2
            tcp://a:1?ha=true                                     ; ARTEMIS  ; tcp://a:1
            tcp://a:1?jms.ackWindow=1&reconnectAttempts=3         ; ARTEMIS  ; tcp://a:1
            tcp://h1:7222, tcp://h2:7222                          ; TIBCO    ; tcp://h1:7222 tcp://h2:7222
            tcp://h1,ssl://h2                                     ; TIBCO    ; tcp://h1:7222 ssl://h2:7243
            tcp://h1:7222,tcp://h1:7222                           ; TIBCO    ; tcp://h1:7222
            tcp://a:1,tcp://b:2+tcp://c:3                         ; TIBCO    ; tcp://a:1 tcp://b:2 tcp://c:3
            tcp://a:1 + tcp://b:2                                 ; TIBCO    ; tcp://a:1 tcp://b:2
            tcp://a:1                                             ; PLAIN    ; tcp://a:1
            ssl://a                                               ; PLAIN    ; ssl://a:61617
            tcp://a:1?jms.deserializationAllow=com.a.B,com.c.*    ; PLAIN    ; tcp://a:1
            nio+ssl://a:1                                         ; PLAIN    ; ssl://a:1
            TCP://Host-1.example.org:61616                        ; PLAIN    ; tcp://Host-1.example.org:61616
            """)
    void spellingsAreToldAndTakenApart(String url, Spelling spelling, String servers) {
        FailoverUrl parsed = FailoverUrl.parse(url);

        assertThat(parsed.spelling()).isEqualTo(spelling);
        assertThat(parsed.servers()).map(ServerAddress::toString).containsExactly(servers.split(" "));
        assertThat(FailoverUrl.parse(parsed.format())).isEqualTo(parsed);
        assertThat(FailoverUrl.parse(parsed.format()).servers()).isEqualTo(parsed.servers());
    }

    @Test
    void activeMqTriesForEverAtRandomAndWarns() {
        FailoverUrl url = FailoverUrl.parse("failover:(tcp://a:1,tcp://b:2)");

        ReconnectPolicy policy = url.policy();
        assertThat(policy.firstConnect().rounds()).isEqualTo(Attempts.UNLIMITED);
        assertThat(policy.firstConnect().deadline()).isNull();
        assertThat(policy.reconnectAttempts().rounds()).isEqualTo(Attempts.UNLIMITED);
        assertThat(policy.reconnectAttempts().initialDelay()).isEqualTo(Duration.ofMillis(10));
        assertThat(policy.reconnectAttempts().multiplier()).isEqualTo(2);
        assertThat(policy.reconnectAttempts().maxDelay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy.declaredDelay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy.randomize()).isTrue();
        assertThat(policy.failoverTimeout()).isNull();
        assertThat(policy.followsNodeList()).isTrue();
        assertThat(url.options().events()).isEqualTo(EventLevel.FAILURES);
        assertThat(url.warnings()).singleElement().asString().contains("startupMaxReconnectAttempts");
    }

    @ParameterizedTest
    @CsvSource({
        // maxReconnectAttempts, startupMaxReconnectAttempts -> rounds at first, rounds later (0 = no reconnection)
        "-1, -1, -1, -1",
        "-1, 5, 5, -1",
        "3, -1, 3, 3",
        "3, 7, 7, 3",
        "0, -1, 1, 0",
        "0, 4, 4, 0",
        "-1, 0, 1, -1",
    })
    void activeMqLimitsCountAsAtHome(int max, int startUp, int atFirst, int later) {
        ReconnectPolicy policy = FailoverUrl.parse(
                        "failover:(tcp://a:1)?maxReconnectAttempts=" + max + "&startupMaxReconnectAttempts=" + startUp)
                .policy();

        assertThat(policy.firstConnect().rounds()).isEqualTo(atFirst);
        assertThat(policy.reconnects()).isEqualTo(later != 0);
        if (later != 0) {
            assertThat(policy.reconnectAttempts().rounds()).isEqualTo(later);
        }
    }

    @Test
    void artemisTriesOnceAndDoesNotReconnectUnlessToldTo() {
        FailoverUrl url = FailoverUrl.parse("(tcp://a:1,tcp://b:2)?ha=true");

        assertThat(url.policy().firstConnect().rounds()).isEqualTo(1);
        assertThat(url.policy().reconnects()).isFalse();
        assertThat(url.policy().followsNodeList()).isTrue();
        assertThat(url.policy().failoverTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(url.options().callTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(url.options().events()).isEqualTo(EventLevel.ALL);
        // R19: only a window asked for by name turns replay off, whatever the home's default.
        assertThat(url.options().replayWindow()).isEqualTo(1 << 20);
        assertThat(url.warnings()).singleElement().asString().contains("reconnectAttempts");
        assertThat(FailoverUrl.parse("(tcp://a:1)").policy().followsNodeList()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // reconnectAttempts, failoverAttempts, initialConnectAttempts -> rounds later (0 = none), rounds at first
        "-1, 0, 1, -1, 1",
        "0, -1, 1, -1, 1",
        "3, 2, 5, 5, 5",
        "0, 0, 0, 0, 1",
        "2147483647, 2147483647, -1, 2147483647, -1",
    })
    void artemisAttemptsAddUp(int reconnect, int failover, int initial, int later, int atFirst) {
        ReconnectPolicy policy = FailoverUrl.parse("(tcp://a:1)?reconnectAttempts=" + reconnect + "&failoverAttempts="
                        + failover + "&initialConnectAttempts=" + initial)
                .policy();

        assertThat(policy.firstConnect().rounds()).isEqualTo(atFirst);
        assertThat(policy.reconnects()).isEqualTo(later != 0);
        if (later != 0) {
            assertThat(policy.reconnectAttempts().rounds()).isEqualTo(later);
            assertThat(policy.reconnectAttempts().initialDelay()).isEqualTo(Duration.ofSeconds(2));
            assertThat(policy.reconnectAttempts().multiplier()).isEqualTo(1);
        }
    }

    @Test
    void tibcoTriesTwiceAndReconnectsFourTimesInOrder() {
        FailoverUrl url = FailoverUrl.parse("tcp://h:7222,tcp://h:7222");

        ReconnectPolicy policy = url.policy();
        assertThat(policy.firstConnect().rounds()).isEqualTo(2);
        assertThat(policy.firstConnect().initialDelay()).isEqualTo(Duration.ofMillis(500));
        assertThat(policy.reconnectAttempts().rounds()).isEqualTo(4);
        assertThat(policy.reconnectAttempts().maxDelay()).isEqualTo(Duration.ofMillis(500));
        assertThat(policy.randomize()).isFalse();
        assertThat(url.options().events()).isEqualTo(EventLevel.FAILURES);
    }

    @Test
    void tibcoGroupsShareNoState() {
        FailoverUrl url = FailoverUrl.parse("tcp://a1:1,tcp://a2:1+tcp://b1:1,tcp://b2:1?reconnect_attempt_count=9");

        assertThat(url.groups()).map(List::size).containsExactly(2, 2);
        assertThat(url.policy().reconnectAttempts().rounds()).isEqualTo(9);
    }

    @Test
    void tibcoTimeoutsOfAnAttemptDifferAtFirstAndLater() {
        FailoverUrl url = FailoverUrl.parse("tcp://a:1,tcp://b:1?connect_attempt_timeout=700");
        ServerAddress server = url.servers().get(0);

        assertThat(url.policy().firstConnect().timeoutFor(server)).isEqualTo(Duration.ofMillis(700));
        assertThat(url.policy().reconnectAttempts().timeoutFor(server)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void plainTriesThirtySecondsAndDoesNotReconnect() {
        ReconnectPolicy policy = FailoverUrl.parse("tcp://a:1").policy();

        assertThat(policy.firstConnect().deadline()).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy.firstConnect().rounds()).isEqualTo(Attempts.UNLIMITED);
        assertThat(policy.reconnects()).isFalse();
        assertThat(policy.declaredDelay()).isZero();
    }

    @Test
    void commonDefaultsAreThoseOfTheTable() {
        FailoverUrl url = FailoverUrl.parse("tcp://a:1");

        assertThat(url.options())
                .isEqualTo(new ConnectionOptions(
                        null,
                        null,
                        null,
                        new Prefetch(256, 256, 256, 256, 1 << 20),
                        1 << 20,
                        64,
                        null,
                        Duration.ofSeconds(5),
                        EventLevel.FAILURES,
                        List.of(),
                        List.of()));
        ServerAddress server = url.servers().get(0);
        assertThat(server.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(server.silenceLimit()).isNull();
        assertThat(server.ssl()).isEqualTo(SslSettings.DEFAULT);
        assertThat(server.socket()).isEqualTo(SocketSettings.DEFAULT);
    }

    @Test
    void optionsOutsideActOnAllServersAndInsideOnOne() {
        List<ServerAddress> servers = FailoverUrl.parse(
                        "failover:(ssl://a:1?ssl.verifyHost=false&connectionTimeout=700,"
                                + "ssl://b:2,tcp://c:3)?ssl.trustStore=/t.jks&ssl.trustStorePassword=x&nested.tcpNoDelay=false"
                                + "&jms.connectTimeout=900")
                .servers();

        assertThat(servers).map(server -> server.ssl().verifyHost()).containsExactly(false, true, true);
        assertThat(servers)
                .map(server -> String.valueOf(server.ssl().trustStore()))
                .containsOnly("/t.jks");
        assertThat(servers).map(server -> server.socket().noDelay()).containsOnly(false);
        assertThat(servers).map(server -> server.connectTimeout().toMillis()).containsExactly(700L, 900L, 900L);
    }

    @Test
    void credentialsBeforeTheHostActOnTheConnection() {
        ConnectionOptions options = FailoverUrl.parse("failover:(tcp://al%3Aice:p%40ss%2B%C3%A4@a:1,tcp://b:2)")
                .options();

        assertThat(options.username()).isEqualTo("al:ice");
        assertThat(options.password()).isEqualTo("p@ss+ä");
    }

    @Test
    void withoutParenthesesTheLastServersOptionsAreItsOwnOrTheConnections() {
        FailoverUrl url =
                FailoverUrl.parse("failover:tcp://a:1?keepAlive=true,tcp://b:2?tcpNoDelay=false&randomize=false");

        assertThat(url.servers()).map(server -> server.socket().noDelay()).containsExactly(true, false);
        assertThat(url.servers()).map(server -> server.socket().keepAlive()).containsExactly(true, false);
        assertThat(url.policy().randomize()).isFalse();
    }

    @Test
    void passwordsAreInNoText() {
        String url = "failover:(ssl://u:secret1@a:1)?jms.clientID=c&ssl.trustStore=/t&ssl.trustStorePassword=secret2"
                + "&ssl.keyStore=/k&ssl.keyStorePassword=secret3";
        FailoverUrl parsed = FailoverUrl.parse(url);

        assertThat(parsed.toString()
                        + parsed.redacted()
                        + parsed.options()
                        + parsed.policy()
                        + parsed.servers()
                        + parsed.servers().get(0).ssl())
                .doesNotContain("secret");
        assertThat(parsed.redacted())
                .isEqualTo("failover:(ssl://u:***@a:1)?jms.clientID=c&ssl.trustStore=/t&ssl.trustStorePassword=***"
                        + "&ssl.keyStore=/k&ssl.keyStorePassword=***");
        assertThat(parsed.format()).isEqualTo(url);
    }
}
