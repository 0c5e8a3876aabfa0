package io.batonmq.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/** Makes key stores for tests with the JDK's own tool. */
public final class TestCertificates {
    /** Of every store. */
    public static final String PASSWORD = "changeit";

    private TestCertificates() {}

    /** A new store with one self-signed certificate for the host names and addresses, like {@code dns:localhost}. */
    public static Path selfSigned(Path folder, String name, String... hosts) {
        Path file = folder.resolve(name + ".p12");
        generate(file, name, "-dname", "CN=" + name, "-ext", "san=" + String.join(",", hosts));
        return file;
    }

    /** A new store with an authority's key and certificate. */
    public static Path authority(Path folder, String name) {
        Path file = folder.resolve(name + ".p12");
        generate(file, name, "-dname", "CN=" + name, "-ext", "bc=ca:true");
        return file;
    }

    /** A new store that trusts the certificates of other stores, each of which has one. */
    public static Path trusting(Path folder, String name, Path... others) {
        Path file = folder.resolve(name + ".p12");
        try {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            for (Path other : others) {
                KeyStore store = KeyStore.getInstance(other.toFile(), PASSWORD.toCharArray());
                String alias = onlyAlias(store);
                trust.setCertificateEntry(alias, store.getCertificate(alias));
            }
            write(trust, file);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(file.toString(), e);
        }
        return file;
    }

    /** A new store with one certificate that the authority has signed, for the host names and addresses. */
    public static Path signed(Path folder, String name, Path authority, String... hosts) {
        Path file = folder.resolve(name + ".p12");
        try {
            Files.copy(authority, file);
            String signer = onlyAlias(KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()));
            generate(file, name, "-dname", "CN=" + name, "-signer", signer, "-ext", "san=" + String.join(",", hosts));
            KeyStore both = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
            both.deleteEntry(signer);
            write(both, file);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(file.toString(), e);
        }
        return file;
    }

    private static String onlyAlias(KeyStore store) throws GeneralSecurityException {
        return store.aliases().nextElement();
    }

    private static void write(KeyStore store, Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static void generate(Path file, String alias, String... more) {
        List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC"));
        arguments.addAll(List.of("-validity", "30", "-storetype", "PKCS12"));
        arguments.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
        arguments.addAll(List.of(more));
        run(arguments);
    }

    private static void run(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(arguments);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + ": " + output);
            }
        } catch (IOException e) {
            throw new IllegalStateException(command.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
