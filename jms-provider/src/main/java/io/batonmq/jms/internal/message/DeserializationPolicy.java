package io.batonmq.jms.internal.message;

import java.io.ObjectInputFilter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which classes an ObjectMessage may contain (C92): the JDK's plain values and what the user allows, never what the user
 * denies. Immutable, any thread.
 */
public final class DeserializationPolicy {

    /** Nothing but the JDK's plain values. */
    public static final DeserializationPolicy PLAIN_VALUES = new DeserializationPolicy(List.of(), List.of());

    private static final int MAX_DEPTH = 500;

    private static final Set<String> PLAIN = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Short",
            "java.lang.String",
            "java.lang.StringBuffer",
            "java.lang.StringBuilder",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.math.MathContext",
            "java.math.RoundingMode",
            "java.net.URI",
            "java.util.AbstractCollection",
            "java.util.AbstractList",
            "java.util.AbstractMap",
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.AbstractSequentialList",
            "java.util.AbstractSet",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.BitSet",
            "java.util.CollSer",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$ReverseComparator",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableMap",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.Collections$UnmodifiableSet",
            "java.util.Currency",
            "java.util.Date",
            "java.util.Dictionary",
            "java.util.EnumMap",
            "java.util.EnumSet",
            "java.util.EnumSet$SerializationProxy",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Hashtable",
            "java.util.JumboEnumSet",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.Locale",
            "java.util.Map$Entry",
            "java.util.Properties",
            "java.util.RegularEnumSet",
            "java.util.Stack",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.UUID",
            "java.util.Vector");

    /** Values with all their inner classes: what a stream's stand-in resolves to is asked for, too. */
    private static final List<String> PLAIN_FAMILIES = List.of("java.time", "java.util.ImmutableCollections");

    private final List<String> allowed;
    private final List<String> denied;

    /**
     * Each entry is a class ({@code com.acme.Order}, with the classes inside it), a package with all below
     * ({@code com.acme.*} or {@code com.acme}), or {@code *}.
     */
    public DeserializationPolicy(List<String> allowed, List<String> denied) {
        this.allowed = List.copyOf(allowed);
        this.denied = List.copyOf(denied);
    }

    /** Whether a class may be instantiated, by name: asked before the class is even loaded. */
    boolean allows(String className) {
        return !matchesAny(denied, className)
                && (PLAIN.contains(className)
                        || matchesAny(PLAIN_FAMILIES, className)
                        || matchesAny(allowed, className));
    }

    private static boolean matchesAny(List<String> patterns, String className) {
        return patterns.stream().anyMatch(pattern -> matches(pattern.strip(), className));
    }

    private static boolean matches(String pattern, String className) {
        if (pattern.equals("*") || pattern.equals("**")) {
            return true;
        }
        String stem = pattern;
        while (stem.endsWith("*") || stem.endsWith(".")) {
            stem = stem.substring(0, stem.length() - 1);
        }
        // The character after the stem decides: com.acme must not let com.acmeevil in.
        return !stem.isEmpty()
                && (className.equals(stem) || className.startsWith(stem + ".") || className.startsWith(stem + "$"));
    }

    /** The first class that is not allowed, if {@code type} or, of an array, its component is none that is. */
    @Nullable
    String refused(Class<?> type) {
        Class<?> component = type;
        while (component.isArray()) {
            component = component.getComponentType();
        }
        return component.isPrimitive() || allows(component.getName()) ? null : component.getName();
    }

    /**
     * The filter for one stream.
     *
     * @param streamBytes its length: no array in it can need more elements than that, but for a hash table's spare room
     */
    ObjectInputFilter filter(int streamBytes) {
        long longestArray = 64 + 8L * streamBytes;
        ObjectInputFilter own = info -> {
            if (info.depth() > MAX_DEPTH || info.arrayLength() > longestArray) {
                return ObjectInputFilter.Status.REJECTED;
            }
            Class<?> type = info.serialClass();
            if (type == null) {
                return ObjectInputFilter.Status.UNDECIDED;
            }
            return refused(type) == null ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        };
        return ObjectInputFilter.merge(own, ObjectInputFilter.Config.getSerialFilter());
    }
}
