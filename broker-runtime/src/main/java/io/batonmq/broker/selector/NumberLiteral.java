package io.batonmq.broker.selector;

import java.util.Locale;

/**
 * Number literals as Java has them (3.8.1.1): decimal, hexadecimal, octal, binary, underscores, suffixes; the value is what it
 * is in Java, except that one without a suffix that is too large for an int is a long. Stateless.
 */
final class NumberLiteral {
    private static final int LONGEST = 1_000;
    private static final long INT_BITS = 0xFFFF_FFFFL;

    private NumberLiteral() {}

    /**
     * Its value: Integer, Long, Float or Double.
     *
     * @param negative whether a minus stands before it: Long.MIN_VALUE has no other spelling
     */
    static Number parse(Token token, boolean negative) throws SelectorException {
        String text = token.text().toLowerCase(Locale.ROOT);
        if (text.length() > LONGEST) {
            throw new SelectorException(token.start(), "this number has more than " + LONGEST + " characters");
        }
        boolean hexadecimal = text.startsWith("0x");
        if (!isAscii(text) || !underscoresFit(text, hexadecimal)) {
            throw malformed(token);
        }
        String digits = text.replace("_", "");
        boolean approximate = hexadecimal ? has(digits, ".p") : !digits.startsWith("0b") && has(digits, ".efd");
        return approximate ? approximate(token, digits, negative) : exact(token, digits, negative);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static boolean has(String text, String anyOf) {
        return text.chars().anyMatch(c -> anyOf.indexOf(c) >= 0);
    }

    /** An underscore stands between digits. */
    private static boolean underscoresFit(String text, boolean hexadecimal) {
        int radix = hexadecimal ? 16 : 10;
        char before = '_';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean digit = Character.digit(c, radix) >= 0;
            boolean beforeDigit = before == '_' || Character.digit(before, radix) >= 0;
            if (c == '_' ? !beforeDigit : before == '_' && i > 0 && !digit) {
                return false;
            }
            before = c;
        }
        return before != '_';
    }

    private static Number exact(Token token, String digits, boolean negative) throws SelectorException {
        boolean isLong = digits.endsWith("l");
        String body = isLong ? digits.substring(0, digits.length() - 1) : digits;
        try {
            if (body.startsWith("0x")) {
                return bits(body.substring(2), 16, isLong, negative);
            } else if (body.startsWith("0b")) {
                return bits(body.substring(2), 2, isLong, negative);
            } else if (body.startsWith("0") && body.length() > 1) {
                return bits(body.substring(1), 8, isLong, negative);
            }
            long value = Long.parseLong(negative ? "-" + body : body);
            if (!isLong && value == (int) value) {
                return (int) value;
            }
            return value;
        } catch (NumberFormatException e) {
            boolean tooLarge = body.chars().allMatch(c -> c >= '0' && c <= '9') && !body.startsWith("0")
                    || body.matches("0x[0-9a-f]+|0b[01]+|0[0-7]+");
            throw tooLarge
                    ? new SelectorException(
                            token.start(), token.shown() + " is out of range: exact numbers have 64 bits")
                    : malformed(token);
        }
    }

    /** Java's other radices write bits: 0xFFFFFFFF is -1. */
    private static Number bits(String digits, int radix, boolean isLong, boolean negative) {
        if (digits.startsWith("+")) {
            throw new NumberFormatException();
        }
        long bits = Long.parseUnsignedLong(digits, radix);
        if (!isLong && bits >>> 32 == 0) {
            int value = (int) (bits & INT_BITS);
            return negative ? -value : value;
        }
        return negative ? -bits : bits;
    }

    private static Number approximate(Token token, String digits, boolean negative) throws SelectorException {
        boolean isFloat = digits.endsWith("f") && !(digits.startsWith("0x") && digits.indexOf('p') < 0);
        double value;
        try {
            value = isFloat ? Float.parseFloat(digits) : Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw malformed(token);
        }
        if (Double.isInfinite(value)) {
            throw new SelectorException(token.start(), token.shown() + " is too large");
        }
        if (value == 0 && !isWrittenZero(digits)) {
            throw new SelectorException(token.start(), token.shown() + " is too near to zero");
        }
        double signed = negative ? -value : value;
        if (isFloat) {
            return (float) signed;
        }
        return signed;
    }

    private static boolean isWrittenZero(String digits) {
        boolean hexadecimal = digits.startsWith("0x");
        String mantissa = digits.substring(hexadecimal ? 2 : 0).split(hexadecimal ? "p" : "[efd]", 2)[0];
        return mantissa.chars().allMatch(c -> c == '0' || c == '.');
    }

    private static SelectorException malformed(Token token) {
        return new SelectorException(token.start(), token.shown() + " is neither a number nor an identifier");
    }
}
