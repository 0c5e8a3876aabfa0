package io.batonmq.jms.internal.message;

import io.batonmq.wire.ErrorCode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Java serialization of ObjectMessage bodies. What is not allowed is refused by name before its class is loaded, and
 * again by an {@link java.io.ObjectInputFilter} (C92). Stateless, any thread.
 */
final class ObjectBody {

    private ObjectBody() {}

    static byte[] serialize(Serializable object) throws MessageFormatException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw Errors.caused(
                    new MessageFormatException(
                            "an object of " + object.getClass().getName() + " can't be serialized: " + e),
                    e);
        }
        return bytes.toByteArray();
    }

    static Serializable deserialize(byte[] bytes, DeserializationPolicy policy) throws JMSException {
        try (Stream in = new Stream(bytes, policy)) {
            in.setObjectInputFilter(policy.filter(bytes.length));
            return (Serializable) in.readObject();
        } catch (Forbidden e) {
            throw forbidden(e.className, e);
        } catch (InvalidClassException e) {
            if (String.valueOf(e.getMessage()).contains("REJECTED")) {
                throw forbidden(e.classname == null ? "something in it" : e.classname, e);
            }
            throw unreadable(e);
        } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
            throw unreadable(e);
        }
    }

    private static JMSException unreadable(Throwable cause) {
        return Errors.caused(
                new MessageFormatException(
                        "the object of this message can't be deserialized: " + cause,
                        ErrorCode.MESSAGE_MALFORMED.text()),
                cause);
    }

    private static JMSException forbidden(String className, Throwable cause) {
        return Errors.caused(
                new MessageFormatException(
                        "the object of this message was not deserialized: " + className
                                + " is not allowed; if its producers are trusted, add its class or package to"
                                + " jms.deserializationAllow",
                        ErrorCode.OBJECT_FORBIDDEN.text()),
                cause);
    }

    /** A class that the policy does not allow. */
    private static final class Forbidden extends IOException {
        private static final long serialVersionUID = 1L;
        private final String className;

        Forbidden(String className) {
            super(className);
            this.className = className;
        }
    }

    /** Finds classes as the application would, and only those that are allowed. */
    private static final class Stream extends ObjectInputStream {
        private final DeserializationPolicy policy;

        Stream(byte[] bytes, DeserializationPolicy policy) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.policy = policy;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = elementName(description.getName());
            if (name != null && !policy.allows(name)) {
                throw new Forbidden(name);
            }
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            if (context != null) {
                try {
                    return Class.forName(description.getName(), false, context);
                } catch (ClassNotFoundException e) {
                    // Not there: the default below knows primitives and this library's own loader.
                    return super.resolveClass(description);
                }
            }
            return super.resolveClass(description);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            for (String name : interfaces) {
                if (!policy.allows(name)) {
                    throw new Forbidden(name);
                }
            }
            return super.resolveProxyClass(interfaces);
        }

        /** Of {@code [[Lcom.acme.Order;} the class; null for arrays of primitives and primitives. */
        private static @Nullable String elementName(String name) {
            if (!name.startsWith("[")) {
                return isPrimitive(name) ? null : name;
            }
            int dimensions = name.lastIndexOf('[') + 1;
            return name.length() > dimensions && name.charAt(dimensions) == 'L'
                    ? name.substring(dimensions + 1, name.length() - 1)
                    : null;
        }

        private static boolean isPrimitive(String name) {
            return switch (name) {
                case "boolean", "byte", "char", "short", "int", "long", "float", "double", "void" -> true;
                default -> false;
            };
        }
    }
}
