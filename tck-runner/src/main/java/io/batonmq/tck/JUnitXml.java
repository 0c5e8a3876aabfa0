package io.batonmq.tck;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A run as JUnit's XML: one file for each class, as CI servers read them. No thread of its own. */
final class JUnitXml {
    private final SuiteResult suite;

    private JUnitXml(SuiteResult suite) {
        this.suite = suite;
    }

    static void write(SuiteResult suite, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (ClassResult each : suite.classes()) {
            Path file = folder.resolve("TEST-" + each.className() + ".xml");
            try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
                new JUnitXml(suite).write(each, xml);
                xml.close();
            } catch (XMLStreamException e) {
                throw new IOException("can't write " + file, e);
            }
        }
    }

    private void write(ClassResult result, XMLStreamWriter xml) throws XMLStreamException {
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
                failure(result, test, xml);
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

    private void failure(ClassResult result, TestResult test, XMLStreamWriter xml) throws XMLStreamException {
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
