package io.batonmq.wire;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes frames of every kind from a seed: what a record's components allow, with a liking for the extremes. */
final class RandomFrames {
    private static final List<String> TEXTS =
            List.of("", "a", "orders", "é", "\0", "\ud800", "\udc00\ud800", "\ud83d\ude00");

    private final Random random;

    RandomFrames(long seed) {
        this.random = new Random(seed);
    }

    Frame any() {
        FrameType[] types = FrameType.values();
        return of(pick(types));
    }

    Frame of(FrameType type) {
        return (Frame) record(type.record);
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals("major")
                    ? (Object) ProtocolVersion.MAJOR
                    : value(types[i], components[i].getAnnotatedType());
        }
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make a " + type, e);
        }
    }

    private @Nullable Object value(Class<?> type, AnnotatedType annotated) {
        if (annotated.isAnnotationPresent(Nullable.class) && random.nextInt(3) == 0) {
            return null;
        }
        if (type == int.class || type == Integer.class) {
            return number(Integer.MAX_VALUE).intValue();
        }
        if (type == long.class) {
            return number(Long.MAX_VALUE);
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == String.class) {
            return text();
        }
        if (type == byte[].class) {
            return bytes();
        }
        if (type == UniqueId.class) {
            return new UniqueId(random.nextLong(), random.nextLong());
        }
        if (type == EncodedMessage.class) {
            return message();
        }
        if (type == TransactionId.class) {
            return transaction();
        }
        if (type == List.class) {
            AnnotatedType element = ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0];
            return list((Class<?>) element.getType(), element);
        }
        Object[] constants = type.getEnumConstants();
        return constants != null ? pick(constants) : record(type);
    }

    private List<@Nullable Object> list(Class<?> type, AnnotatedType annotated) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            list.add(value(type, annotated));
        }
        return list;
    }

    private Long number(long max) {
        return switch (random.nextInt(5)) {
            case 0 -> 0L;
            case 1 -> max;
            case 2 -> 127L + random.nextInt(2);
            default -> (random.nextLong() & max) >>> random.nextInt(62);
        };
    }

    private <T> T pick(T[] from) {
        return from[random.nextInt(from.length)];
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private TransactionId transaction() {
        return switch (random.nextInt(3)) {
            case 0 -> TransactionId.None.NONE;
            case 1 -> new TransactionId.Local(1 + number(Long.MAX_VALUE - 1));
            default -> new TransactionId.Xa(random.nextInt(), bytes(), bytes());
        };
    }

    EncodedMessage message() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        Object[] values = {true, (byte) 1, (short) -2, 3, -4L, 5.5f, -0.0d, "\ud800"};
        for (int n = random.nextInt(4); n > 0; n--) {
            properties.put(text() + n, random.nextInt(9) == 0 ? null : pick(values));
        }
        Object correlation = random.nextBoolean() ? text() : bytes();
        MessageHead head = new MessageHead(
                new WireDestination(pick(WireDestination.Kind.values()), text()),
                random.nextBoolean(),
                random.nextInt(10),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextBoolean() ? text() : null,
                random.nextInt(3) == 0 ? null : correlation,
                random.nextBoolean() ? new WireDestination(WireDestination.Kind.TOPIC, text()) : null,
                random.nextBoolean() ? text() : null,
                pick(BodyKind.values()));
        return EncodedMessage.encode(new WireMessage(head, properties, bytes()));
    }
}
