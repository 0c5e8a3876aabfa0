package io.batonmq.broker.net;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Reads a node's stores into TLS contexts. Stateless. */
final class TlsContexts {
    private TlsContexts() {}

    /** For what this node listens on. */
    static SslContext server(NetSettings.Tls tls) throws IOException {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(keys(tls)).sslProvider(SslProvider.JDK);
            if (tls.clientCertificates()) {
                builder.clientAuth(ClientAuth.REQUIRE);
            }
            return builder.trustManager(trust(tls)).build();
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use " + tls + ": " + e.getMessage(), e);
        }
    }

    /** For links to other nodes; their certificates must name the host. */
    static SslContext client(NetSettings.Tls tls) throws IOException {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .keyManager(keys(tls))
                    .trustManager(trust(tls))
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use " + tls + ": " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory keys(NetSettings.Tls tls) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        char[] password = tls.keyStorePassword().toCharArray();
        KeyStore store = store(tls.keyStore(), password);
        if (!hasKey(store)) {
            throw new IOException("key store " + tls.keyStore() + " contains no key");
        }
        keys.init(store, password);
        return keys;
    }

    private static boolean hasKey(KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return true;
            }
        }
        return false;
    }

    private static TrustManagerFactory trust(NetSettings.Tls tls) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        Path file = tls.trustStore();
        String password = tls.trustStorePassword();
        KeyStore store = file == null ? null : store(file, password == null ? null : password.toCharArray());
        if (store != null && store.size() == 0) {
            throw new IOException("trust store " + file + " contains no certificate; keytool -importcert puts one in");
        }
        trust.init(store);
        return trust;
    }

    private static KeyStore store(Path file, char @Nullable [] password) throws IOException {
        try {
            return KeyStore.getInstance(file.toFile(), password);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot read key store " + file + ": " + e.getMessage(), e);
        }
    }
}
