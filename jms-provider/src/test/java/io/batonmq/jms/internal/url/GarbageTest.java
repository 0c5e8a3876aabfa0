package io.batonmq.jms.internal.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in, out comes a URL or the one exception; what is understood survives being written and read. */
class GarbageTest {

    private static final List<String> PIECES = pieces();

    private static List<String> pieces() {
        List<String> pieces = new ArrayList<>(List.of(
                "failover:",
                "//",
                "(",
                ")",
                ",",
                "+",
                "?",
                "&",
                "=",
                "%",
                "%4",
                "%41",
                "%C3%A4",
                "@",
                ":",
                "tcp://",
                "ssl://",
                "nio+ssl://",
                "vm://",
                "a",
                "b.example",
                "[::1]",
                "[",
                "]",
                "61616",
                "-1",
                "0",
                "99999999999",
                "true",
                "false",
                "u:p@",
                " ",
                "\t",
                "\0",
                "ä",
                "\uD83D",
                "nested.",
                "jms.",
                "*",
                "1.5",
                "#",
                "/",
                "amp;"));
        pieces.addAll(new TreeSet<>(new ActiveMqUrl().table().names()));
        pieces.addAll(new ArtemisUrl().table().names());
        pieces.addAll(new TibcoUrl().table().names());
        return pieces;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void garbageGivesNothingButTheException(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 4_000; i++) {
            StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "failover:(tcp://a:1)?" : "");
            for (int length = random.nextInt(14); length >= 0; length--) {
                text.append(
                        random.nextInt(10) == 0
                                ? String.valueOf((char) random.nextInt(0x10000))
                                : PIECES.get(random.nextInt(PIECES.size())));
            }
            check(text.toString(), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void mutationsOfGoodUrlsGiveNothingButTheException(long seed) {
        Random random = new Random(seed);
        List<String> good = List.of(
                "failover:(tcp://u:p@a:1?tcpNoDelay=true,ssl://[::1]:2)?randomize=false&jms.clientID=%C3%A4&timeout=3000",
                "(tcp://a:1,tcp://b:2)?ha=true&reconnectAttempts=-1&retryIntervalMultiplier=1.5&sslEnabled=true",
                "tcp://h1:7222, tcp://h2:7222+tcp://h3:7222?reconnect_attempt_count=10",
                "ssl://a:1?ssl.trustStore=/t&ssl.trustStorePassword=x&jms.deserializationAllow=com.a.B,com.c.*");
        for (int i = 0; i < 4_000; i++) {
            StringBuilder text = new StringBuilder(good.get(random.nextInt(good.size())));
            for (int changes = random.nextInt(3); changes >= 0 && text.length() > 0; changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                    default -> text.setCharAt(at, (char) random.nextInt(256));
                }
            }
            check(text.toString(), seed);
        }
    }

    private static void check(String text, long seed) {
        FailoverUrl url;
        try {
            url = FailoverUrl.parse(text);
        } catch (InvalidFailoverUrlException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        } catch (RuntimeException | StackOverflowError e) {
            fail("seed " + seed + ": " + text, e);
            return;
        }
        FailoverUrl again = FailoverUrl.parse(url.format());
        assertThat(again).as("seed %s: %s", seed, text).isEqualTo(url);
        assertThat(again.options()).isEqualTo(url.options());
        assertThat(again.policy()).isEqualTo(url.policy());
        assertThat(again.groups()).isEqualTo(url.groups());
    }
}
