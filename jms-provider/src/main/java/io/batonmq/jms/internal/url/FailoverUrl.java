package io.batonmq.jms.internal.url;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A failover URL understood: whose spelling, which servers, how to connect to them, what the connection is like.
 * Immutable, safe for use by any thread. Two are equal if their normalised texts are.
 */
public final class FailoverUrl {

    /** Longer text is no URL but a mistake; the bound keeps error messages and time small. */
    private static final int MAX_LENGTH = 16 * 1024;

    private final UrlSyntax syntax;
    private final List<List<ServerAddress>> groups;
    private final ConnectionOptions options;
    private final ReconnectPolicy policy;
    private final List<String> warnings;

    FailoverUrl(
            UrlSyntax syntax,
            List<List<ServerAddress>> groups,
            ConnectionOptions options,
            ReconnectPolicy policy,
            List<String> warnings) {
        this.syntax = syntax;
        this.groups = UrlSyntax.copy(groups);
        this.options = options;
        this.policy = policy;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Understands a URL in any of the four spellings.
     *
     * @param url the text, blanks around it and around commas allowed
     * @throws InvalidFailoverUrlException if it can't be used, for whatever reason; nothing else is thrown
     */
    public static FailoverUrl parse(@Nullable String url) {
        if (url == null || url.isBlank()) {
            throw new InvalidFailoverUrlException(
                    "the URL is empty; write for example failover:(tcp://a:61616,tcp://b:61616)");
        }
        if (url.length() > MAX_LENGTH) {
            throw new InvalidFailoverUrlException("the URL is longer than " + MAX_LENGTH + " characters");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(url)) {
            throw new InvalidFailoverUrlException("the URL contains half of a surrogate pair, which is no character");
        }
        if (url.indexOf('#') >= 0) {
            throw new InvalidFailoverUrlException("'#' is not understood: write further servers as (tcp://a,tcp://b)?…,"
                    + " and %23 for the sign inside a value");
        }
        String text = url.strip();
        return parser(text).parse(text);
    }

    private static SpellingParser parser(String text) {
        if (text.toLowerCase(Locale.ROOT).startsWith(ActiveMqUrl.PREFIX)) {
            return new ActiveMqUrl();
        }
        if (text.startsWith("(")) {
            return new ArtemisUrl();
        }
        if (UrlReader.split(text, ',').size() > 1 || UrlReader.split(text, '+').size() > 1) {
            return new TibcoUrl();
        }
        for (UrlSyntax.Option option : UrlReader.server(text).options()) {
            if (ArtemisUrl.owns(option.name())) {
                return new ArtemisUrl();
            }
        }
        return new PlainUrl();
    }

    /** Returns whose spelling it is. */
    public Spelling spelling() {
        return syntax.spelling();
    }

    /** Returns the servers in groups; servers of different groups share no state. Never empty, nor is any group. */
    public List<List<ServerAddress>> groups() {
        return groups;
    }

    /** Returns all servers as written, each once per group. */
    public List<ServerAddress> servers() {
        return groups.stream().flatMap(List::stream).toList();
    }

    /** Returns what the connection is like. */
    public ConnectionOptions options() {
        return options;
    }

    /** Returns how a server is found, at first and after a loss. */
    public ReconnectPolicy policy() {
        return policy;
    }

    /** Returns what the user should be told once, in the log, when a factory is made from this URL. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns the normalised URL with passwords, for storing it; parsing it again gives an equal one. */
    public String format() {
        return syntax.print();
    }

    /** Returns the normalised URL with {@code ***} in place of passwords, for logs and messages. */
    public String redacted() {
        return syntax.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FailoverUrl that && syntax.equals(that.syntax);
    }

    @Override
    public int hashCode() {
        return syntax.hashCode();
    }

    @Override
    public String toString() {
        return redacted();
    }
}
