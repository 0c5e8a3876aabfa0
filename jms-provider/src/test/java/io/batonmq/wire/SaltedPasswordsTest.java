package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaltedPasswordsTest {

    private static void check(String password, int salt, int iterations) {
        byte[] bytes = {1, 2, (byte) salt};
        byte[] expected = ScramMechanism.saltedPassword(password, bytes, iterations);
        byte[] first = SaltedPasswords.of(password, bytes, iterations);
        assertThat(first).isEqualTo(expected);
        first[0]++;
        assertThat(SaltedPasswords.of(password, bytes, iterations)).isEqualTo(expected);
    }

    @Test
    void eachPasswordSaltAndCountHasItsOwn() {
        check("a", 1, 4_096);
        check("b", 1, 4_096);
        check("a", 2, 4_096);
        check("a", 1, 4_097);
        check("a", 1, 4_096);
    }

    @Test
    void whatIsForgottenIsDerivedAgain() {
        for (int round = 0; round < 2; round++) {
            for (int salt = 0; salt < 100; salt++) {
                check("a", salt, 2);
            }
        }
    }
}
