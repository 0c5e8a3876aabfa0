package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitXmlTest {
    @TempDir
    Path folder;

    /** The runner kills the test's process when it is interrupted, and sees it end before it ends itself. */
    @Test
    void whatEndsAfterARunWasInterruptedIsNoResult() throws Exception {
        JUnitXml xml = new JUnitXml(folder);
        xml.begin();
        xml.write(ended("BeforeIT"));
        xml.close();
        xml.write(ended("KilledIT"));
        assertThat(folder)
                .isDirectoryContaining("glob:**/TEST-BeforeIT.xml")
                .isDirectoryNotContaining("glob:**/TEST-KilledIT.xml*");
    }

    private static ClassResult ended(String className) {
        return new ClassResult(className, List.of(TestResult.failed("test", 1, "its process ended", "", "")), 1);
    }
}
