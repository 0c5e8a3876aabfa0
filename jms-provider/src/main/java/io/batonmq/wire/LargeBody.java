package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/**
 * Stands in a {@link Command.Send}, {@link Command.TransactedSend} or {@link BrokerFrame.Deliver} for a body that went
 * ahead in parts.
 *
 * @param id names the parts: unique within the session while the body is under way
 * @param length total body bytes
 * @param parts how many parts were sent
 */
public record LargeBody(long id, long length, int parts) {
    static void writeOrNull(WireWriter out, @Nullable LargeBody body) {
        out.bool(body != null);
        if (body != null) {
            body.write(out);
        }
    }

    static @Nullable LargeBody readOrNull(WireReader in) {
        return in.bool() ? read(in) : null;
    }

    void write(WireWriter out) {
        out.varlong(id);
        out.varlong(length);
        out.varint(parts);
    }

    static LargeBody read(WireReader in) {
        return new LargeBody(in.varlong(), in.varlong(), in.varint());
    }
}
