package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.url.SslSettings;
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

/** Reads the stores of a URL's TLS settings; anew for every attempt, so that a renewed certificate is used. Blocks. */
final class ClientTls {
    private ClientTls() {}

    /** Throws IOException with one sentence that names the file. */
    static SslContext context(SslSettings settings) throws IOException {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .trustManager(trust(settings))
                    .endpointIdentificationAlgorithm(settings.verifyHost() ? "HTTPS" : null);
            Path keyStore = settings.keyStore();
            if (keyStore != null) {
                builder.keyManager(keys(keyStore, settings.keyStorePassword()));
            }
            if (!settings.protocols().isEmpty()) {
                builder.protocols(settings.protocols());
            }
            if (!settings.cipherSuites().isEmpty()) {
                builder.ciphers(settings.cipherSuites());
            }
            return builder.build();
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot use " + settings + ": " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory keys(Path file, @Nullable String password)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore store = store("ssl.keyStore", file, password);
        if (!hasKey(store)) {
            throw new IOException("ssl.keyStore: " + file + " contains no key");
        }
        keys.init(store, password == null ? new char[0] : password.toCharArray());
        return keys;
    }

    private static TrustManagerFactory trust(SslSettings settings) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        Path file = settings.trustStore();
        KeyStore store = file == null ? null : store("ssl.trustStore", file, settings.trustStorePassword());
        if (store != null && store.size() == 0) {
            throw new IOException(
                    "ssl.trustStore: " + file + " contains no certificate; keytool -importcert puts one in");
        }
        trust.init(store);
        return trust;
    }

    private static boolean hasKey(KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                return true;
            }
        }
        return false;
    }

    private static KeyStore store(String option, Path file, @Nullable String password) throws IOException {
        try {
            return KeyStore.getInstance(file.toFile(), password == null ? null : password.toCharArray());
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(option + ": cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
