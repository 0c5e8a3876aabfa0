package io.batonmq.broker.selector;

/** Cuts a selector into tokens (3.8.1.1): identifiers and numbers as Java has them, strings in single quotes. One use, one thread. */
final class Lexer {
    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    /** The next one; at the end END, again and again. */
    Token next() throws SelectorException {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(TokenType.END, at, "");
        }
        char c = text.charAt(at);
        if (c == '\'') {
            return string();
        }
        if (isDigit(c) || c == '.' && isDigit(charAt(at + 1))) {
            return number();
        }
        if (Character.isJavaIdentifierStart(text.codePointAt(at))) {
            return word();
        }
        return symbol(c);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private char charAt(int index) {
        return index < text.length() ? text.charAt(index) : ' ';
    }

    private Token string() throws SelectorException {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (true) {
            int quote = text.indexOf('\'', at);
            if (quote < 0) {
                throw new SelectorException(start, "this string has no closing quote");
            }
            value.append(text, at, quote);
            at = quote + 1;
            if (charAt(at) != '\'') {
                return new Token(TokenType.STRING, start, value.toString());
            }
            value.append('\'');
            at++;
        }
    }

    /** All that could belong to a number; what it is is looked at where its sign is known. */
    private Token number() {
        int start = at;
        boolean hexadecimal = text.startsWith("0x", at) || text.startsWith("0X", at);
        while (at < text.length()) {
            int c = text.codePointAt(at);
            boolean exponent = hexadecimal ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
            char next = charAt(at + 1);
            if (exponent && (next == '+' || next == '-')) {
                at += 2;
            } else if (c == '.' || Character.isJavaIdentifierPart(c)) {
                at += Character.charCount(c);
            } else {
                break;
            }
        }
        return new Token(TokenType.NUMBER, start, text.substring(start, at));
    }

    private Token word() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        String word = text.substring(start, at);
        for (TokenType type : TokenType.reserved()) {
            if (isSame(word, type.shown())) {
                return new Token(type, start, word);
            }
        }
        return new Token(TokenType.IDENTIFIER, start, word);
    }

    /** Letters of ASCII only: elsewhere another letter may have the same upper case. */
    private static boolean isSame(String word, String upper) {
        if (word.length() != upper.length()) {
            return false;
        }
        for (int i = 0; i < upper.length(); i++) {
            char c = word.charAt(i);
            if (c != upper.charAt(i) && c != upper.charAt(i) + ('a' - 'A')) {
                return false;
            }
        }
        return true;
    }

    private Token symbol(char c) throws SelectorException {
        int start = at++;
        TokenType type = switch (c) {
            case '(' -> TokenType.OPEN;
            case ')' -> TokenType.CLOSE;
            case ',' -> TokenType.COMMA;
            case '=' -> TokenType.EQUAL;
            case '+' -> TokenType.PLUS;
            case '-' -> TokenType.MINUS;
            case '*' -> TokenType.TIMES;
            case '/' -> TokenType.DIVIDED;
            case '<' -> oneOf('>', TokenType.NOT_EQUAL, '=', TokenType.LESS_OR_EQUAL, TokenType.LESS);
            case '>' -> oneOf('=', TokenType.GREATER_OR_EQUAL, '=', TokenType.GREATER_OR_EQUAL, TokenType.GREATER);
            default -> throw unknown(start);
        };
        return new Token(type, start, text.substring(start, at));
    }

    private TokenType oneOf(char one, TokenType ifOne, char other, TokenType ifOther, TokenType alone) {
        char next = charAt(at);
        if (next != one && next != other) {
            return alone;
        }
        at++;
        return next == one ? ifOne : ifOther;
    }

    private SelectorException unknown(int start) {
        int c = text.codePointAt(start);
        String what = Character.isISOControl(c)
                ? "character U+%04X".formatted(c)
                : "'" + new String(Character.toChars(c)) + "'";
        String remedy = switch (c) {
            case '"', '`' -> "; a string stands in single quotes";
            case '!' -> "; unequal is written <>, negation NOT";
            case '&' -> "; and is written AND";
            case '|' -> "; or is written OR";
            default -> "";
        };
        return new SelectorException(start, what + " is no part of the selector language" + remedy);
    }
}
