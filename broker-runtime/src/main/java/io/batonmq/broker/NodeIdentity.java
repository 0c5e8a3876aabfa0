package io.batonmq.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The node's stable id: as configured, or made once and kept in the data folder. Stateless. */
final class NodeIdentity {
    private static final String FILE = "node.id";

    private NodeIdentity() {}

    static String of(BrokerConfig config) {
        String configured = config.nodeId();
        if (configured != null) {
            return configured;
        }
        Path file = config.data().resolve(FILE);
        try {
            if (Files.exists(file)) {
                String kept = Files.readString(file).trim();
                if (!kept.isEmpty()) {
                    return kept;
                }
            }
            Files.createDirectories(config.data());
            String made = UUID.randomUUID().toString();
            Files.writeString(file, made + "\n");
            return made;
        } catch (IOException e) {
            throw new ConfigException("can't keep the node's id in " + file + ": " + e.getMessage()
                    + "; set data to a folder that can be written to, or set nodeId");
        }
    }
}
