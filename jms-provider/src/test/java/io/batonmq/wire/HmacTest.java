package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacTest {

    @Test
    void itIsThatOfTheJdk() throws Exception {
        Random random = new Random(1);
        for (int length = 1; length <= 130; length++) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            Hmac hmac = new Hmac(key);
            Mac jdk = Mac.getInstance("HmacSHA256");
            jdk.init(new SecretKeySpec(key, "HmacSHA256"));
            for (int size : new int[] {0, 1, 32, 63, 64, 65, 200}) {
                byte[] data = new byte[size];
                random.nextBytes(data);
                assertThat(hmac.of(data)).isEqualTo(jdk.doFinal(data));
            }
        }
    }
}
