package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HmacSha256Test {

    /** RFC 4231, test cases 1, 2 and 6. */
    @ParameterizedTest
    @CsvSource({
        "0b,20,Hi There,b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "4a656665,1,what do ya want for nothing?,5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "aa,131,Test Using Larger Than Block-Size Key - Hash Key First,"
                + "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    })
    void theExamplesOfRfc4231(String key, int times, String data, String code) {
        HmacSha256 hmac = new HmacSha256(HexFormat.of().parseHex(key.repeat(times)));

        assertThat(HexFormat.of().formatHex(hmac.of(data.getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(code);
    }

    @Test
    void itIsThePlatformsOwnForKeysAndDataOfAnyLength() throws GeneralSecurityException {
        Random random = new Random(1);
        for (int length = 1; length <= 200; length++) {
            byte[] key = bytes(random, length);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            HmacSha256 hmac = new HmacSha256(key);
            for (int size : new int[] {0, 1, 32, 63, 64, 65, length, 1_000}) {
                byte[] data = bytes(random, size);
                assertThat(hmac.of(data)).isEqualTo(mac.doFinal(data));
            }
        }
    }

    @Test
    void aDigestThatCannotBeCopiedDoesAsWell() {
        byte[] key = {1, 2, 3};
        byte[] data = {4, 5};
        HmacSha256 hmac = new HmacSha256(key, OnDevice::new);

        assertThat(hmac.of(data)).isEqualTo(new HmacSha256(key).of(data));
        assertThat(hmac.of(key)).isEqualTo(new HmacSha256(key).of(key));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] result = new byte[length];
        random.nextBytes(result);
        return result;
    }

    /** One whose state is not in this process. */
    private static final class OnDevice extends MessageDigest {
        private final MessageDigest device = HmacSha256.sha256();

        OnDevice() {
            super("SHA-256");
        }

        @Override
        protected void engineUpdate(byte input) {
            device.update(input);
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            device.update(input, offset, length);
        }

        @Override
        protected byte[] engineDigest() {
            return device.digest();
        }

        @Override
        protected void engineReset() {
            device.reset();
        }
    }
}
