package io.batonmq.jms;

import io.batonmq.jms.internal.message.WireNamed;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationRuntimeException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/** A destination's name and what names are allowed. Immutable, safe for use by any thread. */
abstract class BatonDestination implements Destination, WireNamed, Referenceable, Serializable {

    /** The longest name, in characters. */
    static final int MAX_NAME = 255;

    /** What names of temporary destinations, and nobody else's, begin with. */
    static final String RESERVED = "$";

    // By name: the JNDI package depends on this one.
    private static final String OBJECT_FACTORY = "io.batonmq.jms.jndi.BatonObjectFactory";

    @Serial
    private static final long serialVersionUID = 1L;

    /** The name at the broker. */
    private final String name;

    BatonDestination(@Nullable String name) {
        String problem = problem(name);
        if (problem != null) {
            throw new InvalidDestinationRuntimeException(problem, ErrorCode.DESTINATION_NAME.text());
        }
        this.name = Objects.requireNonNull(name);
    }

    /** Returns whether names of this kind begin with {@link #RESERVED}, instead of must not. */
    boolean isTemporary() {
        return false;
    }

    /** Returns the word for this kind of destination: the scheme of {@link #toString}. */
    abstract String kind();

    /** Returns what this is to the protocol. */
    abstract WireDestination.Kind wireKind();

    /** Returns the destination as the protocol names it; for the provider itself. */
    @Override
    public final WireDestination wire() {
        return new WireDestination(wireKind(), name);
    }

    final String name() {
        return name;
    }

    private @Nullable String problem(@Nullable String candidate) {
        if (candidate == null || candidate.isEmpty()) {
            return "a " + kind() + " name must not be empty";
        }
        if (candidate.length() > MAX_NAME) {
            return "a " + kind() + " name may have " + MAX_NAME + " characters, not " + candidate.length() + ": \""
                    + candidate.substring(0, 30) + "…\"";
        }
        if (hasControls(candidate) || !StandardCharsets.UTF_8.newEncoder().canEncode(candidate)) {
            return "a " + kind() + " name must not contain control characters or halves of surrogate pairs: \""
                    + candidate.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?") + "\"";
        }
        if (candidate.startsWith(RESERVED) != isTemporary()) {
            return "names that begin with \"$\" are reserved for temporary destinations: \"" + candidate + "\"";
        }
        return null;
    }

    private static boolean hasControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        String problem = problem(name);
        if (problem != null) {
            throw new InvalidObjectException(problem);
        }
    }

    /** Returns what a naming service keeps in place of this object. */
    @Override
    public final Reference getReference() {
        return new Reference(getClass().getName(), new StringRefAddr("name", name), OBJECT_FACTORY, null);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof BatonDestination that && getClass() == that.getClass() && name.equals(that.name);
    }

    @Override
    public final int hashCode() {
        return 31 * kind().hashCode() + name.hashCode();
    }

    /** Returns {@code queue://NAME} or {@code topic://NAME}. */
    @Override
    public final String toString() {
        return kind() + "://" + name;
    }
}
