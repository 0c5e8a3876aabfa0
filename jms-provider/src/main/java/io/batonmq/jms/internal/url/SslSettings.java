package io.batonmq.jms.internal.url;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a TLS link proves who it is and checks who answers. Immutable. The stores are read again for every attempt, so
 * that a certificate renewed on disk is used without a restart.
 *
 * @param keyStore file with the client's own key and certificate (JKS or PKCS#12, told by its content). Default: none
 * @param keyStorePassword password of the key store and its key. Default: none
 * @param trustStore file with the authorities to trust (JKS or PKCS#12). Default: none, that is the JDK's own list
 * @param trustStorePassword password of the trust store. Default: none
 * @param verifyHost whether the certificate must name the host that was connected to. Default: true
 * @param protocols TLS versions to offer, e.g. {@code TLSv1.3}. Default: empty, that is the JDK's choice
 * @param cipherSuites cipher suites to offer. Default: empty, that is the JDK's choice
 */
public record SslSettings(
        @Nullable Path keyStore,
        @Nullable String keyStorePassword,
        @Nullable Path trustStore,
        @Nullable String trustStorePassword,
        boolean verifyHost,
        List<String> protocols,
        List<String> cipherSuites) {

    /** No own certificate, the JDK's authorities, host names checked. */
    public static final SslSettings DEFAULT = new SslSettings(null, null, null, null, true, List.of(), List.of());

    /** Copies the lists. */
    public SslSettings {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
    }

    @Override
    public String toString() {
        return "SslSettings[keyStore=" + keyStore + ", trustStore=" + trustStore + ", verifyHost=" + verifyHost
                + ", protocols=" + protocols + ", cipherSuites=" + cipherSuites + "]";
    }
}
