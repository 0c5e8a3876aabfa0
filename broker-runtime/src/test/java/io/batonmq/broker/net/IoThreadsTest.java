package io.batonmq.broker.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IoThreadsTest {
    /** A name service that does not answer must not keep a standby from the holder whose address is known. */
    @Test
    void lookupsThatHangHoldUpNoPassword() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch computed = new CountDownLatch(1);
        try (IoThreads threads = new IoThreads()) {
            for (int i = 0; i < 50; i++) {
                threads.lookups().execute(() -> hang(end));
            }
            threads.computing().execute(computed::countDown);

            assertThat(computed.await(10, TimeUnit.SECONDS)).isTrue();
            end.countDown();
        }
    }

    private static void hang(CountDownLatch end) {
        try {
            assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the pool is closed
        }
    }
}
