package io.batonmq.jms.jndi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Properties;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NamingException;

/** The file of further properties that Qpid JMS lets {@code java.naming.provider.url} name. Stateless; reads the file. */
@SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
final class PropertyFile {

    private PropertyFile() {}

    /** Returns the environment with the file's properties in place of the URL, if there is one, or as it is. */
    static Hashtable<?, ?> include(Hashtable<?, ?> environment) throws NamingException {
        if (!(environment.get(Context.PROVIDER_URL) instanceof String url)
                || !url.strip().toLowerCase(Locale.ROOT).startsWith("file:")) {
            return environment;
        }
        Properties ofFile = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(URI.create(url.strip())))) {
            ofFile.load(in);
        } catch (IOException | IllegalArgumentException e) {
            ConfigurationException failure = new ConfigurationException("property " + Context.PROVIDER_URL
                    + " names a file of properties, " + url.strip() + ", which can't be read: " + e);
            failure.initCause(e);
            throw failure;
        }
        Hashtable<Object, Object> all = new Hashtable<>(environment);
        all.remove(Context.PROVIDER_URL);
        all.putAll(ofFile);
        return all;
    }
}
