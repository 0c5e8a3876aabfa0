package io.batonmq.jms.internal.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A failover URL taken apart, before its options have been understood, and put together again. Immutable.
 *
 * @param spelling whose spelling it is
 * @param groups the servers, one list per group; only TIBCO URLs have more than one
 * @param options those outside the parentheses, or after the last server where there are none
 */
record UrlSyntax(Spelling spelling, List<List<Server>> groups, List<Option> options) {

    private static final String MASK = "***";

    UrlSyntax {
        groups = copy(groups);
        options = List.copyOf(options);
    }

    /** Copies a list of lists. */
    static <T> List<List<T>> copy(List<List<T>> groups) {
        List<List<T>> copies = new ArrayList<>(groups.size());
        for (List<T> group : groups) {
            copies.add(List.copyOf(group));
        }
        return List.copyOf(copies);
    }

    /**
     * One option, decoded.
     *
     * @param name as written; never empty
     * @param value decoded; may be empty
     */
    record Option(String name, String value) {

        private String print(boolean secrets) {
            return name + "=" + (secrets || !isSecret(name) ? PercentCode.encode(value) : MASK);
        }

        /** Keeps the value out of logs: it may be a password. */
        @Override
        public String toString() {
            return print(false);
        }
    }

    /**
     * One server of the list.
     *
     * @param scheme lower case
     * @param user from {@code user:password@}, or null
     * @param password from {@code user:password@}, or null
     * @param host without brackets
     * @param port or -1 if not given
     * @param options those of this server alone
     */
    record Server(
            String scheme,
            @Nullable String user,
            @Nullable String password,
            String host,
            int port,
            List<Option> options) {

        Server {
            options = List.copyOf(options);
        }

        private String print(boolean secrets) {
            StringBuilder out = new StringBuilder(scheme).append("://");
            if (user != null) {
                out.append(PercentCode.encode(user).replace(":", "%3A"));
                if (password != null) {
                    out.append(':').append(secrets ? PercentCode.encode(password) : MASK);
                }
                out.append('@');
            }
            out.append(bracketed(host));
            if (port >= 0) {
                out.append(':').append(port);
            }
            return out.append(query(options, secrets)).toString();
        }

        /** Returns the server without any password. */
        @Override
        public String toString() {
            return print(false);
        }
    }

    /** Returns whether an option of that name holds something that must not be printed. */
    static boolean isSecret(String name) {
        return name.toLowerCase(Locale.ROOT).contains("pass");
    }

    /** Returns an IPv6 address in brackets, any other host as it is. */
    static String bracketed(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    /** Returns the URL, normalised, passwords included. */
    String print() {
        return print(true);
    }

    /** Returns the URL, normalised, with {@code ***} in place of passwords. */
    @Override
    public String toString() {
        return print(false);
    }

    private String print(boolean secrets) {
        String servers = groups.stream()
                .map(group ->
                        group.stream().map(server -> server.print(secrets)).collect(Collectors.joining(",")))
                .collect(Collectors.joining("+"));
        UnaryOperator<String> frame = switch (spelling) {
            case ACTIVEMQ -> list -> "failover:(" + list + ")";
            case ARTEMIS -> list -> "(" + list + ")";
            case TIBCO, PLAIN -> list -> list;
        };
        return frame.apply(servers) + query(options, secrets);
    }

    private static String query(List<Option> options, boolean secrets) {
        return options.isEmpty()
                ? ""
                : options.stream().map(option -> option.print(secrets)).collect(Collectors.joining("&", "?", ""));
    }
}
