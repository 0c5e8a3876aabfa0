package io.batonmq.broker.selector;

import io.batonmq.broker.selector.Condition.All;
import io.batonmq.broker.selector.Condition.Among;
import io.batonmq.broker.selector.Condition.Any;
import io.batonmq.broker.selector.Condition.Between;
import io.batonmq.broker.selector.Condition.Compared;
import io.batonmq.broker.selector.Condition.Holds;
import io.batonmq.broker.selector.Condition.Like;
import io.batonmq.broker.selector.Condition.Missing;
import io.batonmq.broker.selector.Condition.Not;
import io.batonmq.broker.selector.Term.Arithmetic;
import io.batonmq.broker.selector.Term.Constant;
import io.batonmq.broker.selector.Term.Header;
import io.batonmq.broker.selector.Term.Judged;
import io.batonmq.broker.selector.Term.Kind;
import io.batonmq.broker.selector.Term.Property;
import io.batonmq.broker.selector.Term.Reference;
import io.batonmq.broker.selector.Term.Signed;
import io.batonmq.broker.selector.Term.Step;
import io.batonmq.wire.MessageView;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a condition of a selector (3.8.1.1), by recursive descent; only brackets nest, and their depth is bounded. One use, one
 * thread.
 *
 * <pre>
 * condition  = conjunction { OR conjunction }
 * conjunction = negation { AND negation }
 * negation   = { NOT } predicate
 * predicate  = sum [ comparison sum | [NOT] BETWEEN sum AND sum | [NOT] IN strings | [NOT] LIKE string [ESCAPE string]
 *            | IS [NOT] NULL ]
 * sum        = product { (+|-) product }
 * product    = signed { (*|/) signed }
 * signed     = { +|- } ( literal | identifier | "(" condition ")" )
 * </pre>
 */
final class Parser {
    /** Brackets in brackets. */
    static final int MOST_DEPTH = 100;
    /** LIKEs in one selector: each may have to go through a long text. */
    static final int MOST_LIKES = 100;
    /** Characters in one pattern. */
    static final int LONGEST_PATTERN = 1_000;

    private static final Set<TokenType> COMPARISONS = EnumSet.range(TokenType.EQUAL, TokenType.GREATER_OR_EQUAL);

    private final Lexer lexer;
    private Token token;
    private int depth;
    private int likes;

    private Parser(String text) throws SelectorException {
        this.lexer = new Lexer(text);
        this.token = lexer.next();
    }

    static Condition parse(String text) throws SelectorException {
        Parser parser = new Parser(text);
        int start = parser.token.start();
        Condition condition = asCondition(parser.disjunction(), start);
        if (!parser.token.is(TokenType.END)) {
            throw parser.expected("AND, OR or the end");
        }
        return condition;
    }

    // ---- conditions

    private Node disjunction() throws SelectorException {
        int start = token.start();
        Node first = conjunction();
        if (!token.is(TokenType.OR)) {
            return first;
        }
        List<Condition> all = new ArrayList<>();
        all.add(asCondition(first, start));
        while (skip(TokenType.OR)) {
            int next = token.start();
            all.add(asCondition(conjunction(), next));
        }
        return new Any(List.copyOf(all));
    }

    private Node conjunction() throws SelectorException {
        int start = token.start();
        Node first = negation();
        if (!token.is(TokenType.AND)) {
            return first;
        }
        List<Condition> all = new ArrayList<>();
        all.add(asCondition(first, start));
        while (skip(TokenType.AND)) {
            int next = token.start();
            all.add(asCondition(negation(), next));
        }
        return new All(List.copyOf(all));
    }

    private Node negation() throws SelectorException {
        if (!token.is(TokenType.NOT)) {
            return predicate();
        }
        boolean negated = false;
        while (skip(TokenType.NOT)) {
            negated = !negated;
        }
        int start = token.start();
        Condition condition = asCondition(predicate(), start);
        return negated ? new Not(condition) : condition;
    }

    private Node predicate() throws SelectorException {
        int start = token.start();
        Node left = sum();
        if (COMPARISONS.contains(token.type())) {
            return comparison(left, start);
        }
        if (skip(TokenType.IS)) {
            boolean negated = skip(TokenType.NOT);
            require(TokenType.NULL);
            return new Missing(reference(left, start, "IS NULL"), negated);
        }
        boolean negated = skip(TokenType.NOT);
        if (skip(TokenType.BETWEEN)) {
            Term term = number(left, start);
            Term low = number();
            require(TokenType.AND);
            return new Between(term, low, number(), negated);
        }
        if (skip(TokenType.IN)) {
            return new Among(string(reference(left, start, "IN"), start), strings(), negated);
        }
        if (skip(TokenType.LIKE)) {
            return new Like(string(reference(left, start, "LIKE"), start), pattern(), negated);
        }
        if (negated) {
            throw expected("BETWEEN, IN or LIKE after NOT");
        }
        return left;
    }

    private Condition comparison(Node left, int start) throws SelectorException {
        Token operator = token;
        advance();
        int second = token.start();
        Node right = sum();
        if (COMPARISONS.contains(token.type())) {
            throw new SelectorException(token.start(), "comparisons make no row: join them with AND");
        }
        if (operator.is(TokenType.EQUAL) || operator.is(TokenType.NOT_EQUAL)) {
            return equality(term(left), operator, term(right));
        }
        return new Compared(number(left, start), operator.type(), number(right, second));
    }

    /** Unequal types are allowed, and false; but the TCK has {@code TRUE = 0} refused, so a boolean with another is. */
    private static Condition equality(Term left, Token operator, Term right) throws SelectorException {
        boolean known = left.kind() != Kind.ANY && right.kind() != Kind.ANY;
        if (known && (left.kind() == Kind.BOOLEAN) != (right.kind() == Kind.BOOLEAN)) {
            throw new SelectorException(operator.start(), "a " + name(left) + " is compared with a " + name(right));
        }
        return new Compared(left, operator.type(), right);
    }

    private Set<String> strings() throws SelectorException {
        require(TokenType.OPEN);
        Set<String> strings = new HashSet<>();
        do {
            strings.add(require(TokenType.STRING).text());
        } while (skip(TokenType.COMMA));
        if (!token.is(TokenType.CLOSE)) {
            throw expected("',' or ')'");
        }
        advance();
        return Set.copyOf(strings);
    }

    private LikePattern pattern() throws SelectorException {
        Token text = require(TokenType.STRING);
        if (++likes > MOST_LIKES) {
            throw new SelectorException(text.start(), "a selector has at most " + MOST_LIKES + " LIKE");
        }
        if (text.text().length() > LONGEST_PATTERN) {
            throw new SelectorException(text.start(), "a pattern has at most " + LONGEST_PATTERN + " characters");
        }
        int escape = -1;
        if (skip(TokenType.ESCAPE)) {
            Token character = require(TokenType.STRING);
            if (character.text().codePointCount(0, character.text().length()) != 1) {
                throw new SelectorException(character.start(), "the escape character is a string of one character");
            }
            escape = character.text().codePointAt(0);
        }
        try {
            return LikePattern.of(text.text(), escape);
        } catch (IllegalArgumentException e) {
            throw new SelectorException(text.start(), String.valueOf(e.getMessage()));
        }
    }

    // ---- values

    private Node sum() throws SelectorException {
        int start = token.start();
        Node first = product();
        if (!token.is(TokenType.PLUS) && !token.is(TokenType.MINUS)) {
            return first;
        }
        Term left = number(first, start);
        List<Step> steps = new ArrayList<>();
        while (token.is(TokenType.PLUS) || token.is(TokenType.MINUS)) {
            TokenType operator = token.type();
            advance();
            int next = token.start();
            steps.add(new Step(operator, number(product(), next)));
        }
        return new Arithmetic(left, List.copyOf(steps));
    }

    private Node product() throws SelectorException {
        int start = token.start();
        Node first = signed();
        if (!token.is(TokenType.TIMES) && !token.is(TokenType.DIVIDED)) {
            return first;
        }
        Term left = number(first, start);
        List<Step> steps = new ArrayList<>();
        while (token.is(TokenType.TIMES) || token.is(TokenType.DIVIDED)) {
            TokenType operator = token.type();
            advance();
            int next = token.start();
            steps.add(new Step(operator, number(signed(), next)));
        }
        return new Arithmetic(left, List.copyOf(steps));
    }

    private Node signed() throws SelectorException {
        if (!token.is(TokenType.PLUS) && !token.is(TokenType.MINUS)) {
            return primary();
        }
        boolean negative = false;
        boolean minus = false;
        while (token.is(TokenType.PLUS) || token.is(TokenType.MINUS)) {
            minus = token.is(TokenType.MINUS);
            negative ^= minus;
            advance();
        }
        int start = token.start();
        if (token.is(TokenType.NUMBER)) {
            Number number = NumberLiteral.parse(token, minus);
            advance();
            Constant constant = new Constant(Kind.NUMBER, number);
            return negative == minus ? constant : new Signed(true, constant);
        }
        return new Signed(negative, number(primary(), start));
    }

    private Node primary() throws SelectorException {
        Token first = token;
        switch (first.type()) {
            case NUMBER -> {
                advance();
                return new Constant(Kind.NUMBER, NumberLiteral.parse(first, false));
            }
            case STRING -> {
                advance();
                return new Constant(Kind.STRING, first.text());
            }
            case TRUE, FALSE -> {
                advance();
                return new Constant(Kind.BOOLEAN, first.is(TokenType.TRUE));
            }
            case IDENTIFIER -> {
                advance();
                return reference(first);
            }
            case OPEN -> {
                return bracket();
            }
            default -> throw expected("an identifier, a literal or '('");
        }
    }

    private Node bracket() throws SelectorException {
        if (++depth > MOST_DEPTH) {
            throw new SelectorException(token.start(), "brackets nest at most " + MOST_DEPTH + " deep");
        }
        advance();
        Node inside = disjunction();
        if (!token.is(TokenType.CLOSE)) {
            throw expected("')' or an operator");
        }
        advance();
        depth--;
        return inside;
    }

    private static Reference reference(Token identifier) throws SelectorException {
        String name = identifier.text();
        HeaderField field = HeaderField.named(name);
        if (field != null) {
            return new Header(field);
        }
        if (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_")) {
            throw new SelectorException(
                    identifier.start(),
                    identifier.shown() + " is no header field that selectors may name: those are JMSDeliveryMode,"
                            + " JMSPriority, JMSMessageID, JMSTimestamp, JMSCorrelationID and JMSType");
        }
        return new Property(new MessageView.Name(name));
    }

    // ---- what must be what

    private static Condition asCondition(Node node, int start) throws SelectorException {
        if (node instanceof Condition condition) {
            return condition;
        }
        Term term = term(node);
        if (term.kind() == Kind.NUMBER || term.kind() == Kind.STRING) {
            throw new SelectorException(start, "a condition is expected, this is a " + name(term));
        }
        return new Holds(term);
    }

    private static Term term(Node node) {
        return node instanceof Condition condition ? new Judged(condition) : (Term) node;
    }

    private Term number() throws SelectorException {
        int start = token.start();
        return number(sum(), start);
    }

    private static Term number(Node node, int start) throws SelectorException {
        Term term = term(node);
        if (term.kind() == Kind.STRING || term.kind() == Kind.BOOLEAN) {
            throw new SelectorException(
                    start,
                    "a number is expected, this is a " + name(term) + "; strings and booleans have only = and <>");
        }
        return term;
    }

    private static Reference reference(Node node, int start, String of) throws SelectorException {
        if (node instanceof Reference reference) {
            return reference;
        }
        throw new SelectorException(start, "an identifier is expected before " + of);
    }

    private static Reference string(Reference reference, int start) throws SelectorException {
        if (reference.kind() == Kind.NUMBER) {
            throw new SelectorException(start, "a string is expected, this header field is a number");
        }
        return reference;
    }

    private static String name(Term term) {
        return switch (term.kind()) {
            case NUMBER -> "number";
            case STRING -> "string";
            case BOOLEAN -> "boolean";
            case ANY -> "property";
        };
    }

    // ---- tokens

    private void advance() throws SelectorException {
        token = lexer.next();
    }

    private boolean skip(TokenType type) throws SelectorException {
        boolean there = token.is(type);
        if (there) {
            advance();
        }
        return there;
    }

    private Token require(TokenType type) throws SelectorException {
        Token found = token;
        if (!found.is(type)) {
            throw expected(type.shown());
        }
        advance();
        return found;
    }

    private SelectorException expected(String what) {
        return new SelectorException(token.start(), what + " is expected, not " + token.shown());
    }
}
