package io.batonmq.jms.internal.url;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the text of servers and options apart; what they mean is not its business. Stateless. */
final class UrlReader {

    // Few regular expressions: the first ones take a starting client milliseconds.

    private static final String IPV6 = "[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9._-]+)?";
    private static final String BLANKS = " \t\n\u000B\f\r";
    private static final int LONGEST_HOST = 255;

    private UrlReader() {}

    /**
     * The inside and the query of {@code (…)?…}.
     *
     * @param inside between the parentheses
     * @param query after the question mark, null without one
     */
    record Parenthesised(String inside, @Nullable String query) {}

    /** Returns the two parts of text that starts with a parenthesis. */
    static Parenthesised parenthesised(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                String tail = text.substring(i + 1).strip();
                if (tail.isEmpty()) {
                    return new Parenthesised(text.substring(1, i), null);
                }
                if (tail.charAt(0) != '?') {
                    throw new InvalidFailoverUrlException(
                            "after the closing parenthesis only ?option=value&… may follow (write %29 for a"
                                    + " parenthesis inside a value)");
                }
                return new Parenthesised(text.substring(1, i), tail.substring(1));
            }
        }
        throw new InvalidFailoverUrlException("the closing parenthesis of the server list is missing");
    }

    /**
     * Returns the parts of a list. A separator inside a query counts only when another server follows it, so that
     * values may contain it.
     */
    static List<String> split(String list, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        boolean query = false;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (c == '?') {
                query = true;
            } else if (c == separator && separates(list, start, i, query)) {
                parts.add(list.substring(start, i));
                start = i + 1;
                query = false;
            }
        }
        parts.add(list.substring(start));
        return parts;
    }

    private static boolean separates(String list, int start, int position, boolean query) {
        boolean schemeWithPlus =
                list.charAt(position) == '+' && !list.substring(start, position).contains("://");
        if (schemeWithPlus) {
            return false;
        }
        return !query || startsServer(list, position + 1);
    }

    private static boolean startsServer(String list, int position) {
        int start = position;
        while (start < list.length() && BLANKS.indexOf(list.charAt(start)) >= 0) {
            start++;
        }
        int colon = list.indexOf("://", start);
        return colon >= 0 && isScheme(list.substring(start, colon));
    }

    private static boolean isScheme(String text) {
        return isWord(text, "+.-");
    }

    /** Whether it is a letter, followed by letters, digits and those signs. */
    private static boolean isWord(String text, String signs) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            boolean further = (c >= '0' && c <= '9') || signs.indexOf(c) >= 0;
            if (!letter && (i == 0 || !further)) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether it consists of letters and numbers of any language, and dots, dashes and underlines, and is not too long. */
    private static boolean isHost(String text) {
        int next;
        for (int i = 0; i < text.length(); i += Character.charCount(next)) {
            next = text.codePointAt(i);
            boolean number = switch (Character.getType(next)) {
                case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
                default -> false;
            };
            if (!number && !Character.isLetter(next) && "._-".indexOf(next) < 0) {
                return false;
            }
        }
        return !text.isEmpty() && text.charAt(0) != '.' && text.codePointCount(0, text.length()) <= LONGEST_HOST;
    }

    /** Returns the servers of a comma-separated list. */
    static List<UrlSyntax.Server> servers(String list) {
        List<UrlSyntax.Server> servers = new ArrayList<>();
        for (String part : split(list, ',')) {
            servers.add(server(part.strip()));
        }
        return servers;
    }

    /** Returns one server, {@code scheme://[user[:password]@]host[:port][/][?options]}. */
    static UrlSyntax.Server server(String text) {
        int colon = text.indexOf("://");
        if (text.isEmpty()) {
            throw new InvalidFailoverUrlException(
                    "a server is missing: write the list as tcp://host:port,tcp://host:port, without an empty entry");
        }
        if (colon < 0 || !isScheme(text.substring(0, colon))) {
            throw new InvalidFailoverUrlException(
                    "a server must be written tcp://host:port or ssl://host:port, not " + shown(text));
        }
        String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 3);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? null : rest.substring(mark + 1);
        String authority = mark < 0 ? rest : rest.substring(0, mark);
        if (authority.endsWith("/")) {
            authority = authority.substring(0, authority.length() - 1);
        }
        int at = authority.lastIndexOf('@');
        String user = null;
        String password = null;
        if (at >= 0) {
            String info = authority.substring(0, at);
            int split = info.indexOf(':');
            user = PercentCode.decode(split < 0 ? info : info.substring(0, split), "the user name before '@'");
            password = split < 0 ? null : PercentCode.decode(info.substring(split + 1), "the password before '@'");
            if (user.isEmpty()) {
                throw new InvalidFailoverUrlException("the user name before '@' is empty");
            }
        }
        return server(scheme, user, password, authority.substring(at + 1), query);
    }

    private static UrlSyntax.Server server(
            String scheme, @Nullable String user, @Nullable String password, String address, @Nullable String query) {
        String host;
        String port;
        if (address.startsWith("[")) {
            int close = address.indexOf(']');
            host = close < 0 ? "" : address.substring(1, close);
            port = close < 0 ? "" : address.substring(close + 1);
            if (!host.matches(IPV6) || (!port.isEmpty() && !port.startsWith(":"))) {
                throw new InvalidFailoverUrlException(
                        "an IPv6 address must be written [::1]:61616, not " + shown(address));
            }
            port = port.isEmpty() ? "" : requirePort(port.substring(1), address);
        } else {
            int colon = address.indexOf(':');
            host = colon < 0 ? address : address.substring(0, colon);
            if (!isHost(host)) {
                throw new InvalidFailoverUrlException(
                        host.isEmpty()
                                ? "a host is missing after " + scheme + "://"
                                : "not a host name: " + shown(address) + "; a server is written tcp://host:port");
            }
            port = colon < 0 ? "" : requirePort(address.substring(colon + 1), address);
        }
        return new UrlSyntax.Server(
                scheme,
                user,
                password,
                host,
                port.isEmpty() ? -1 : Integer.parseInt(port),
                options(query, "server " + scheme + "://" + address));
    }

    private static String requirePort(String port, String address) {
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535) {
            throw new InvalidFailoverUrlException(
                    "the port of " + shown(address.replaceAll(":[^:]*$", "")) + " must be a number from 1 to 65535"
                            + (port.indexOf(':') >= 0 ? "; write an IPv6 address in brackets, [::1]:61616" : ""));
        }
        return port;
    }

    /**
     * Returns the options of a query, in order.
     *
     * @param query the text after the question mark, or null
     * @param where what they belong to, for messages
     */
    static List<UrlSyntax.Option> options(@Nullable String query, String where) {
        List<UrlSyntax.Option> options = new ArrayList<>();
        if (query == null || query.isEmpty()) {
            return options;
        }
        Set<String> names = new HashSet<>();
        for (String pair : query.strip().split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = (equals < 0 ? pair : pair.substring(0, equals)).strip();
            if (name.startsWith("amp;")) {
                throw new InvalidFailoverUrlException("\"&amp;\" before option " + shown(name.substring(4))
                        + ": the URL was taken from an XML file as it stands; write & only");
            }
            if (!isWord(name, "._-")) {
                throw new InvalidFailoverUrlException(
                        "options of " + where + " must be written name=value and be joined by &; found "
                                + (name.isEmpty()
                                        ? "an empty name"
                                        : "a name that begins " + shown(name.replaceAll("[^A-Za-z0-9._-].*", ""))));
            }
            if (equals < 0) {
                throw new InvalidFailoverUrlException("option " + name + " has no value; write " + name + "=…");
            }
            if (!names.add(name)) {
                throw new InvalidFailoverUrlException("option " + name + " is given twice; keep one");
            }
            options.add(new UrlSyntax.Option(
                    name, PercentCode.decode(pair.substring(equals + 1).strip(), "option " + name)));
        }
        return options;
    }

    /** Returns a part of what the user wrote, fit for a message: short, printable, nothing that may be a password. */
    static String shown(String text) {
        String safe = text.substring(text.lastIndexOf('@') + 1);
        safe = safe.replaceAll("[?=].*", "").replaceAll("\\p{Cntrl}", "?");
        return "\"" + (safe.length() > 60 ? safe.substring(0, 60) + "…" : safe) + "\"";
    }
}
