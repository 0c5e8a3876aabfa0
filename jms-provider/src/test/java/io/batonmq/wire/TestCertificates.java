package io.batonmq.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        run(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + String.join(",", hosts),
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD);
        return file;
    }

    private static void run(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
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
