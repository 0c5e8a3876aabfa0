package io.batonmq.tck;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;

/** Sees before the tests whether the provider is there and has all they look up. One thread. */
final class ProviderCheck {
    private final JndiNames names;

    ProviderCheck(JndiNames names) {
        this.names = names;
    }

    /**
     * Looks up all objects and connects once.
     *
     * @return what the provider says it is
     * @throws BadInputException one sentence with all that is missing
     */
    String run(String user, String password) throws BadInputException {
        try {
            names.context().close();
        } catch (NoInitialContextException e) {
            throw new BadInputException("JNDI is misconfigured: " + text(e)
                    + (e.getRootCause() instanceof ClassNotFoundException
                            ? ", which is not on the class path (--provider adds the provider's jars)"
                            : ""));
        } catch (NamingException | RuntimeException e) {
            throw new BadInputException("JNDI is misconfigured: " + text(e));
        }
        lookUpAll();
        return connect(user, password);
    }

    private void lookUpAll() throws BadInputException {
        List<String> wrong = new ArrayList<>();
        Set<String> reasons = new LinkedHashSet<>();
        for (AdministeredObject each : AdministeredObject.all()) {
            try {
                names.find(each.name(), each.type());
            } catch (NameNotFoundException e) {
                String jndi = names.nameOf(each.name());
                wrong.add(each.name() + " (a " + each.type().getSimpleName() + ", under JNDI name " + jndi
                        + ": not bound)");
            } catch (NoInitialContextException e) {
                throw new BadInputException("JNDI is misconfigured: " + text(e));
            } catch (NamingException | RuntimeException e) {
                wrong.add(each.name() + " (" + text(e) + ")");
                reasons.add(text(e));
            }
        }
        if (wrong.size() == AdministeredObject.all().size() && reasons.size() == 1) {
            throw new BadInputException(
                    "none of the administered objects can be looked up: " + String.join("", reasons));
        }
        if (!wrong.isEmpty()) {
            throw new BadInputException((wrong.size() == 1 ? "an administered object is" : "administered objects are")
                    + " missing: " + String.join(", ", wrong));
        }
    }

    private String connect(String user, String password) throws BadInputException {
        try {
            ConnectionFactory factory = names.find(AdministeredObject.CONNECTION_FACTORY, ConnectionFactory.class);
            try (Connection connection = factory.createConnection(user, password)) {
                return connection.getMetaData().getJMSProviderName() + " "
                        + connection.getMetaData().getProviderVersion();
            }
        } catch (JMSSecurityException e) {
            throw new BadInputException("the provider refuses user " + user
                    + ", whom the tests connect as (--user and --password name another): " + text(e));
        } catch (JMSException | JMSRuntimeException | NamingException e) {
            throw new BadInputException("the provider is not reachable: " + text(e));
        }
    }

    /** One line that says what went wrong, down to the first cause. */
    static String text(Throwable problem) {
        StringBuilder text = new StringBuilder(line(problem));
        Throwable cause = problem.getCause();
        for (int depth = 0; cause != null && depth < 5; depth++) {
            if (cause.getMessage() != null && text.indexOf(cause.getMessage()) < 0) {
                text.append(", because of ").append(line(cause));
            }
            cause = cause.getCause();
        }
        return text.toString();
    }

    private static String line(Throwable problem) {
        String name = problem.getClass().getSimpleName();
        String message = problem.getMessage();
        return message == null ? name.toLowerCase(Locale.ROOT) : message.replace('\n', ' ');
    }
}
