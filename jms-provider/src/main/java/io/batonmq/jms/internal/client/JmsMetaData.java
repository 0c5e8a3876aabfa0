package io.batonmq.jms.internal.client;

import io.batonmq.wire.ProtocolVersion;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSDestinationDefinition;
import java.lang.annotation.Repeatable;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a connection says about this provider. Stateless, any thread. */
final class JmsMetaData implements ConnectionMetaData {
    static final JmsMetaData INSTANCE = new JmsMetaData();

    private static final List<String> JMSX = List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");

    /** The API jar decides: from 3.1 on this annotation may be repeated. */
    private final int jmsMinor = JMSDestinationDefinition.class.isAnnotationPresent(Repeatable.class) ? 1 : 0;

    private final String providerVersion =
            version(JmsMetaData.class.getPackage().getImplementationVersion());

    private JmsMetaData() {}

    private static String version(@Nullable String ofJar) {
        // Run from class files there is no manifest; the protocol's version is what then is known.
        return ofJar == null ? ProtocolVersion.MAJOR + "." + ProtocolVersion.MINOR : ofJar;
    }

    @Override
    public String getJMSVersion() {
        return getJMSMajorVersion() + "." + getJMSMinorVersion();
    }

    @Override
    public int getJMSMajorVersion() {
        return 3;
    }

    @Override
    public int getJMSMinorVersion() {
        return jmsMinor;
    }

    @Override
    public String getJMSProviderName() {
        return "BatonMQ";
    }

    @Override
    public String getProviderVersion() {
        return providerVersion;
    }

    @Override
    public int getProviderMajorVersion() {
        return part(0);
    }

    @Override
    public int getProviderMinorVersion() {
        return part(1);
    }

    private int part(int index) {
        String[] parts = providerVersion.split("[.-]", -1);
        return index < parts.length && parts[index].matches("\\d{1,9}") ? Integer.parseInt(parts[index]) : 0;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Enumeration getJMSXPropertyNames() {
        return Collections.enumeration(JMSX);
    }
}
