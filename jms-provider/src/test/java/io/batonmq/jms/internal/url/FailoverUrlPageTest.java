package io.batonmq.jms.internal.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page on failover URLs names every option that is mapped. */
class FailoverUrlPageTest {

    @Test
    void everyMappedOptionIsOnThePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "failover-urls.md"));
        Set<String> missing = new TreeSet<>(new ActiveMqUrl().table().mappedNames());
        missing.addAll(new ArtemisUrl().table().mappedNames());
        missing.addAll(new TibcoUrl().table().mappedNames());
        missing.removeIf(name -> page.contains("`" + name + "`")
                || (name.startsWith("jms.prefetchPolicy.") && page.contains("`" + name.substring(18) + "`")));

        assertThat(missing).isEmpty();
    }
}
