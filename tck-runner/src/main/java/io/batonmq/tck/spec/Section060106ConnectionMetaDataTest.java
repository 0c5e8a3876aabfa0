package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.ConnectionMetaData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.6, ConnectionMetaData. */
@DisplayName("6.1.6 ConnectionMetaData")
final class Section060106ConnectionMetaDataTest extends SpecificationTest {
    @Test
    void namesTheProviderAndTheVersions() throws Exception {
        for (ConnectionMetaData data :
                List.of(connection().getMetaData(), context().getMetaData())) {
            assertFalse(data.getJMSProviderName().isBlank());
            assertFalse(data.getProviderVersion().isBlank());
            assertTrue(data.getProviderMajorVersion() >= 0);
            assertTrue(data.getProviderMinorVersion() >= 0);
            assertEquals(
                    data.getJMSMajorVersion() + "." + data.getJMSMinorVersion(),
                    data.getJMSVersion(),
                    "the version of Jakarta Messaging");
            assertTrue(data.getJMSMajorVersion() >= 3, data.getJMSVersion());
        }
    }

    @Test
    void listsThePropertiesThatTheSpecificationDefines() throws Exception {
        List<String> names = new ArrayList<>();
        for (Object name :
                Collections.list((Enumeration<?>) connection().getMetaData().getJMSXPropertyNames())) {
            names.add(name.toString());
        }
        assertTrue(names.containsAll(List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount")), names.toString());
        for (String name : names) {
            assertTrue(name.startsWith("JMSX"), name);
        }
    }
}
