package io.batonmq.wire;

/**
 * A command that was refused; the refusal is its stored effect (R3).
 *
 * @param number the command's number in its session
 * @param code why
 * @param text one sentence that names the thing and the remedy
 */
public record Refusal(long number, ErrorCode code, String text) {
    /** Bytes that each takes at least. */
    static final int LEAST = 3;

    void write(WireWriter out) {
        out.varlong(number);
        out.errorCode(code);
        out.text(text);
    }

    static Refusal read(WireReader in) {
        return new Refusal(in.varlong(), in.errorCode(), in.text());
    }
}
