package io.batonmq.jms.internal.url;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of one spelling: each is mapped onto the model, or accepted only with the value that says what BatonMQ
 * does anyway, or refused with a reason and a remedy; none is ever silently ignored (C62). Immutable once built.
 */
final class OptionTable {

    /** What becomes of an option. */
    private sealed interface Rule {}

    private record ForConnection(String setting, BiConsumer<ConnectionDraft, OptionValue> apply) implements Rule {}

    private record ForServer(String setting, BiConsumer<ServerDraft, OptionValue> apply) implements Rule {}

    private record Only(Set<String> values, String reason) implements Rule {}

    private record Refused(String reason) implements Rule {}

    private final Spelling spelling;
    private final Map<String, Rule> rules = new LinkedHashMap<>();
    private final Map<String, Refused> prefixes = new LinkedHashMap<>();

    OptionTable(Spelling spelling) {
        this.spelling = spelling;
    }

    /** Adds everything of another table. */
    OptionTable include(OptionTable other) {
        rules.putAll(other.rules);
        prefixes.putAll(other.prefixes);
        return this;
    }

    /** Adds an option of the connection. */
    OptionTable connection(String name, BiConsumer<ConnectionDraft, OptionValue> apply) {
        return connection(name, name, apply);
    }

    /** Adds an option of the connection that sets the same thing as another: giving both is refused. */
    OptionTable connection(String name, String setting, BiConsumer<ConnectionDraft, OptionValue> apply) {
        rules.put(name, new ForConnection(setting, apply));
        return this;
    }

    /** Adds an option of a server, or of all of them. */
    OptionTable server(String name, BiConsumer<ServerDraft, OptionValue> apply) {
        return server(name, name, apply);
    }

    /** Adds an option of a server that sets the same thing as another: giving both is refused. */
    OptionTable server(String name, String setting, BiConsumer<ServerDraft, OptionValue> apply) {
        rules.put(name, new ForServer(setting, apply));
        return this;
    }

    /** Adds an option of a server that only a TLS link heeds. */
    OptionTable tls(String name, String setting, BiConsumer<ServerDraft, OptionValue> apply) {
        return server(name, setting, (draft, value) -> {
            apply.accept(draft, value);
            draft.tlsOption = name;
        });
    }

    /** Adds another name for an option that is there already: giving both is refused. */
    OptionTable alias(String name, String option) {
        rules.put(name, Objects.requireNonNull(rules.get(option), option));
        return this;
    }

    /** Adds an option whose only acceptable values (joined by |) say what BatonMQ does anyway. */
    OptionTable only(String name, String values, String reason) {
        rules.put(name, new Only(Set.copyOf(Arrays.asList(values.split("\\|"))), reason));
        return this;
    }

    /** Adds an option that has no counterpart: what it means at home, what BatonMQ does, what to do. */
    OptionTable refused(String name, String reason) {
        rules.put(name, new Refused(reason));
        return this;
    }

    /** Adds a family of options that has no counterpart. */
    OptionTable refusedPrefix(String prefix, String reason) {
        prefixes.put(prefix, new Refused(reason));
        return this;
    }

    /** Returns whether the option is known, even if only to be refused. */
    boolean knows(String name) {
        return rule(name) != null;
    }

    /** Returns whether the option belongs to a single server. */
    boolean isForServer(String name) {
        return rule(name) instanceof ForServer;
    }

    /** Returns whether the option belongs to the whole connection. */
    boolean isForConnection(String name) {
        return rule(name) instanceof ForConnection;
    }

    /** Returns the names that can be used, sorted. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        rules.forEach((name, rule) -> {
            if (!(rule instanceof Refused)) {
                names.add(name);
            }
        });
        return names;
    }

    /** Returns the names that are mapped onto the model, sorted. */
    Set<String> mappedNames() {
        Set<String> names = new TreeSet<>(rules.keySet());
        names.removeIf(name -> !isForConnection(name) && !isForServer(name));
        return names;
    }

    /** Sets the options of the connection, and those for all its servers. */
    void apply(List<UrlSyntax.Option> options, ConnectionDraft draft) {
        Map<String, String> set = new HashMap<>();
        for (UrlSyntax.Option option : options) {
            OptionValue value = new OptionValue(option.name(), option.value());
            Rule rule = require(option.name());
            if (rule instanceof ForConnection connection) {
                once(set, connection.setting(), option.name());
                connection.apply().accept(draft, value);
            } else if (rule instanceof ForServer server) {
                once(set, server.setting(), option.name());
                server.apply().accept(draft.servers, value);
            } else {
                check(rule, value);
            }
        }
    }

    /** Sets the options of one server. */
    void apply(UrlSyntax.Server server, ServerDraft draft) {
        Map<String, String> set = new HashMap<>();
        for (UrlSyntax.Option option : server.options()) {
            OptionValue value = new OptionValue(option.name(), option.value());
            Rule rule = require(option.name());
            if (rule instanceof ForServer own) {
                once(set, own.setting(), option.name());
                own.apply().accept(draft, value);
            } else if (rule instanceof ForConnection) {
                throw new InvalidFailoverUrlException(
                        "option " + option.name() + " acts on the whole connection, not on"
                                + " server " + UrlReader.shown(server.host()) + ": move it to the end of the URL"
                                + (spelling == Spelling.TIBCO ? "" : ", behind the closing parenthesis"));
            } else {
                check(rule, value);
            }
        }
    }

    private static void once(Map<String, String> set, String setting, String name) {
        String other = set.putIfAbsent(setting, name);
        if (other != null) {
            throw new InvalidFailoverUrlException(
                    "options " + other + " and " + name + " set the same thing; keep one");
        }
    }

    private void check(Rule rule, OptionValue value) {
        if (rule instanceof Only only) {
            if (!only.values().contains(value.value())) {
                throw value.refuse(
                        String.join(" or ", new TreeSet<>(only.values())) + ", or be removed: " + only.reason());
            }
        } else if (rule instanceof Refused refused) {
            throw new InvalidFailoverUrlException(
                    "option " + value.name() + " of " + spelling.home() + " is not supported: " + refused.reason());
        }
    }

    private Rule require(String name) {
        Rule rule = rule(name);
        if (rule != null) {
            return rule;
        }
        StringBuilder message = new StringBuilder("unknown option " + name);
        Suggestion.nearest(name, names())
                .ifPresentOrElse(
                        near -> message.append("; did you mean ").append(near).append('?'),
                        () -> message.append("; known are: ").append(String.join(", ", mappedNames())));
        throw new InvalidFailoverUrlException(message.toString());
    }

    private @Nullable Rule rule(String name) {
        Rule rule = rules.get(name);
        if (rule != null) {
            return rule;
        }
        List<String> matching = new ArrayList<>(prefixes.keySet());
        matching.removeIf(prefix -> !name.startsWith(prefix));
        return matching.isEmpty() ? null : prefixes.get(matching.get(0));
    }
}
