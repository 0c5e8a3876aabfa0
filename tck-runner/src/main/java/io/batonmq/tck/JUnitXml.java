package io.batonmq.tck;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A run as JUnit's XML: one file for each class, as CI servers read them. No thread of its own; whoever interrupts the run
 * {@link #close}s it from another one.
 */
final class JUnitXml {
    private final Path folder;
    private boolean closed;

    JUnitXml(Path folder) {
        this.folder = folder;
    }

    private Path file(String className) {
        return folder.resolve("TEST-" + className + ".xml");
    }

    /** Removes what an earlier run left: whoever reads the folder must not count it again. */
    void begin() throws IOException {
        Files.createDirectories(folder);
        try (DirectoryStream<Path> earlier = Files.newDirectoryStream(folder, "TEST-*.xml")) {
            for (Path each : earlier) {
                Files.delete(each);
            }
        }
        Files.delete(
                Files.createTempFile(folder, "TEST-", ".tmp")); // a folder in which nothing can be made says so now
    }

    /** Writes the class that ended last, so that a run which is interrupted leaves what it had come to. */
    void write(ClassResult result) throws IOException {
        write(new SuiteResult("", List.of(result), Map.of(), result.millis()));
    }

    /** The run is interrupted: what ends from now on ends because of that, and is not written as a result. */
    synchronized void close() {
        closed = true;
    }

    /** Writes all classes. */
    synchronized void write(SuiteResult suite) throws IOException {
        if (closed) {
            return;
        }
        for (ClassResult each : suite.classes()) {
            Path file = file(each.className());
            Path unfinished = folder.resolve(file.getFileName() + ".tmp");
            try (Writer writer = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
                XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
                write(suite, each, xml);
                xml.close();
            } catch (XMLStreamException e) {
                throw new IOException("can't write " + file, e);
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void write(SuiteResult suite, ClassResult result, XMLStreamWriter xml) throws XMLStreamException {
        long failed = result.failures().stream()
                .filter(test -> suite.finallyFailed(result, test))
                .count();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", result.className());
        xml.writeAttribute("tests", String.valueOf(result.tests().size()));
        xml.writeAttribute("failures", String.valueOf(failed));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", String.valueOf(result.count(TestResult.Outcome.SKIPPED)));
        xml.writeAttribute("time", Report.seconds(result.millis()));
        for (TestResult test : result.tests()) {
            xml.writeStartElement("testcase");
            xml.writeAttribute("classname", result.className());
            xml.writeAttribute("name", test.test());
            xml.writeAttribute("time", Report.seconds(test.millis()));
            if (test.failed()) {
                failure(suite, result, test, xml);
            } else if (test.outcome() == TestResult.Outcome.SKIPPED) {
                xml.writeStartElement("skipped");
                xml.writeAttribute("message", clean(test.cause()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private static void failure(SuiteResult suite, ClassResult result, TestResult test, XMLStreamWriter xml)
            throws XMLStreamException {
        TestResult again = suite.alone(result, test);
        boolean flaky = !suite.finallyFailed(result, test);
        details(flaky ? "flakyFailure" : "failure", test, xml);
        if (!flaky && again != null) {
            details("rerunFailure", again, xml);
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(clean(test.output()));
        xml.writeEndElement();
    }

    private static void details(String element, TestResult test, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeAttribute("message", clean(test.cause()));
        xml.writeAttribute("type", "failed");
        xml.writeCharacters(clean(test.trace()));
        xml.writeEndElement();
    }

    /** Without what XML can't hold. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints()
                .map(c -> c == '\n' || c == '\t' || c >= 0x20 && c < 0xD800 || c >= 0xE000 && c != 0xFFFE && c != 0xFFFF
                        ? c
                        : '?')
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
