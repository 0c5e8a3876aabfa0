package io.batonmq.broker;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Collects settings as text: defaults below {@code batonmq.properties}, below environment variables, below {@code
 * --key=value} arguments. Stateless.
 */
final class ConfigSources {
    private static final String FILE_ARGUMENT = "--config=";
    private static final Path DEFAULT_FILE = Path.of("batonmq.properties");

    private ConfigSources() {}

    static Map<String, String> collect(List<String> arguments, Map<String, String> environment) {
        Map<String, String> settings = new LinkedHashMap<>();
        Path file = DEFAULT_FILE;
        boolean named = false;
        for (String argument : arguments) {
            if (argument.startsWith(FILE_ARGUMENT)) {
                file = Path.of(argument.substring(FILE_ARGUMENT.length()));
                named = true;
            }
        }
        if (named || Files.exists(file)) {
            settings.putAll(read(file));
        }
        for (Setting setting : Setting.values()) {
            String value = environment.get(setting.environment());
            if (value != null) {
                settings.put(setting.key(), value);
            }
        }
        for (String argument : arguments) {
            if (!argument.startsWith(FILE_ARGUMENT)) {
                addArgument(settings, argument);
            }
        }
        return settings;
    }

    private static void addArgument(Map<String, String> settings, String argument) {
        int equals = argument.indexOf('=');
        if (!argument.startsWith("--") || equals < 0) {
            throw new ConfigException("argument " + argument + " is not --key=value; --help lists the settings");
        }
        settings.put(argument.substring(2, equals), argument.substring(equals + 1));
    }

    private static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException("can't read the configuration file " + file + ": " + e.getMessage());
        }
        Map<String, String> settings = new LinkedHashMap<>();
        properties.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
