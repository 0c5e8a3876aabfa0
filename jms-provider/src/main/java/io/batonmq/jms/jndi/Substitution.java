package io.batonmq.jms.jndi;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${name}} and {@code ${name:-default}} in a property's value. Immutable. */
final class Substitution {

    /** Where values come from; null for a name that isn't set. */
    @FunctionalInterface
    interface Variables {
        @Nullable
        String get(String name);
    }

    /** Made when there is a variable: most values have none, and a process's first pattern takes milliseconds. */
    private static final class Syntax {
        static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}:]*)(?::-([^}]*))?}");
    }

    private final Variables variables;

    Substitution(Variables variables) {
        this.variables = variables;
    }

    /**
     * Returns the value with its variables replaced; what they are replaced by isn't looked at again.
     *
     * @param property the property's name, for the message
     * @param value its value
     */
    String apply(String property, String value) throws NamingException {
        if (!value.contains("${")) {
            return value;
        }
        Matcher matcher = Syntax.VARIABLE.matcher(value);
        StringBuilder result = new StringBuilder();
        UnaryOperator<String> literal = Matcher::quoteReplacement;
        while (matcher.find()) {
            String found = variables.get(matcher.group(1).strip());
            String replacement = found != null ? found : matcher.group(2);
            if (replacement == null) {
                throw new ConfigurationException("property " + property + " uses ${" + matcher.group(1)
                        + "}, which is neither a JNDI property, a system property nor an environment variable;"
                        + " set it, or give a default: ${" + matcher.group(1) + ":-…}");
            }
            matcher.appendReplacement(result, literal.apply(replacement));
        }
        return matcher.appendTail(result).toString();
    }
}
