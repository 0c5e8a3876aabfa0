package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScramTest {
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
    private static final ScramCredentials PENCIL = ScramCredentials.derive("pencil", SALT, 4096);
    private static final byte[] SECRET = {1, 2, 3};
    private final SecureRandom random = new SecureRandom();

    /** RFC 7677, section 3. */
    @Test
    void theExampleOfRfc7677() {
        ScramClient client = new ScramClient("user", "pencil", "rOprNGfwEbeRWgbNEkqO");
        ScramServer server = new ScramServer(Map.of("user", PENCIL)::get, SECRET, "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0");

        byte[] first = client.first();
        assertThat(text(first)).isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        byte[] challenge = server.first(first);
        assertThat(text(challenge))
                .isEqualTo("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        byte[] last = client.last(challenge);
        assertThat(text(last))
                .isEqualTo("c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        byte[] done = server.last(last);
        assertThat(text(done)).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
        client.verify(done);
        assertThat(server.user()).isEqualTo("user");
    }

    @ParameterizedTest
    @CsvSource({"user,Pencil", "nobody,pencil"})
    void aWrongPasswordAndAnUnknownUserFailAlike(String user, String password) {
        ScramClient client = new ScramClient(user, password, "abc");
        ScramServer server = new ScramServer(Map.of("user", PENCIL)::get, SECRET, "def");
        byte[] challenge = server.first(client.first());

        assertThat(text(challenge)).matches("r=abcdef,s=[A-Za-z0-9+/]{22}==,i=4096");
        assertThatThrownBy(() -> server.last(client.last(challenge)))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_AUTHENTICATION))
                .hasMessage("user or password is wrong; check jms.username and jms.password");
    }

    @Test
    void anUnknownUsersSaltIsAlwaysTheSame() {
        byte[] first = new ScramClient("nobody", "x", "abc").first();
        Function<String, @Nullable ScramCredentials> nobody = name -> null;

        assertThat(new ScramServer(nobody, SECRET, "def").first(first))
                .isEqualTo(new ScramServer(nobody, SECRET, "def").first(first));
        assertThat(new ScramServer(nobody, new byte[] {9}, "def").first(first))
                .isNotEqualTo(new ScramServer(nobody, SECRET, "def").first(first));
    }

    @Test
    void anImpostorNodeIsNoticed() {
        ScramClient client = new ScramClient("user", "pencil", "abc");
        client.last("r=abcdef,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> client.verify(("v=" + "A".repeat(43) + "=").getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("impostor");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "r=abc,s=AAAA,i=4096", // no nonce of the server's
                "r=xyzdef,s=AAAA,i=4096",
                "r=abcdef,s=AAAA",
                "r=abcdef,s=!!,i=4096",
                "r=abcdef,s=AAAA,i=1",
                "r=abcdef,s=AAAA,i=4095",
                "r=abcdef,s=AAAA,i=100001",
                "r=abcdef,s=AAAA,i=99999999999",
                "r=abcdef,s=AAAA,i=-4096",
                "m=x,r=abcdef,s=AAAA,i=4096",
                "r=abcdef,r=abcdef,s=AAAA,i=4096"
            })
    void aClientRefusesABadChallenge(String challenge) {
        ScramClient client = new ScramClient("user", "pencil", "abc");

        assertThatThrownBy(() -> client.last(challenge.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "n,,",
                "y,,n=user,r=abc",
                "p=tls-unique,,n=user,r=abc",
                "n,a=x,n=user,r=abc",
                "n,,n=u=ser,r=abc",
                "n,,n=user",
                "n,,r=abc",
                "n,,m=x,n=user,r=abc",
                "\u0000"
            })
    void aNodeRefusesABadFirstMessage(String first) {
        ScramServer server = new ScramServer(Map.of("user", PENCIL)::get, SECRET, "def");

        assertThatThrownBy(() -> server.first(first.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c=biws,r=abcdef",
                "c=biws,r=abcdeX,p=AAAA",
                "c=eSws,r=abcdef,p=AAAA",
                "c=biws,r=abcdef,p=AAAA",
                "p=AAAA,c=biws,r=abcdef"
            })
    void aNodeRefusesABadFinalMessage(String last) {
        ScramServer server = new ScramServer(Map.of("user", PENCIL)::get, SECRET, "def");
        server.first("n,,n=user,r=abc".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> server.last(last.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b=c", "Zoë", "=2C", " "})
    void anyNameAndAnyTypedPasswordWork(String name) {
        ScramCredentials credentials = ScramCredentials.ofPassword("p\u00e4ss \u00a0word\u00bd", random);
        ScramClient client = new ScramClient(name, "pa\u0308ss  word1\u20442", "abc"); // the same after NFKC
        ScramServer server = new ScramServer(Map.of(name, credentials)::get, SECRET, "def");

        client.verify(server.last(client.last(server.first(client.first()))));
        assertThat(server.user()).isEqualTo(name);
    }

    @Test
    void theStoredFormIsReadBack() {
        String stored = PENCIL.stored();

        assertThat(stored)
                .isEqualTo("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$"
                        + "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=");
        assertThat(ScramCredentials.parse(stored)).usingRecursiveComparison().isEqualTo(PENCIL);
        assertThat(ScramCredentials.isStored(stored)).isTrue();
        assertThat(PENCIL.toString()).doesNotContain("WG5d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SCRAM-SHA-256$9",
                "SCRAM-SHA-256$1:AAAA$AAAA:AAAA",
                "SCRAM-SHA-256$4096:AAAA$AAAA:AAAA",
                "SCRAM-SHA-256$4096:AAAA$A:A"
            })
    void aBrokenStoredFormIsRefusedWithoutRepeatingIt(String stored) {
        assertThatThrownBy(() -> ScramCredentials.parse(stored))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(stored);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
