package io.batonmq.jms.jndi;

import java.util.Collections;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;

/**
 * A read-only naming context in memory: what the properties bind, and {@code dynamicQueues/NAME},
 * {@code dynamicTopics/NAME} for any destination. Immutable, safe for use by any thread; needs no network.
 */
@SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
final class BatonContext implements Context {

    private static final int NAMES_TO_SHOW = 20;

    private final Bindings bindings;
    private final Hashtable<Object, Object> environment;
    private final String path;

    /**
     * Makes the context of a path.
     *
     * @param bindings what is bound, from the root
     * @param environment what {@link #getEnvironment} returns
     * @param path this context's own name, empty for the root
     */
    BatonContext(Bindings bindings, Hashtable<?, ?> environment, String path) {
        this.bindings = bindings;
        this.environment = new Hashtable<>(environment);
        this.path = path;
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        Name full = full(name);
        if (full.isEmpty()) {
            return new BatonContext(bindings, environment, path);
        }
        String first = full.get(0);
        if (first.equals(Bindings.DYNAMIC_QUEUES) || first.equals(Bindings.DYNAMIC_TOPICS)) {
            if (full.size() == 1) {
                return new BatonContext(bindings, environment, first);
            }
            // A destination's name may contain slashes itself, so all that follows is one name.
            String destination =
                    String.join("/", Collections.list(full.getSuffix(1).getAll()));
            return first.equals(Bindings.DYNAMIC_QUEUES)
                    ? Bindings.queue("name " + full, destination)
                    : Bindings.topic("name " + full, destination);
        }
        String key = full.toString();
        Object found = bindings.get(key);
        if (found != null) {
            return found;
        }
        if (isContext(key)) {
            return new BatonContext(bindings, environment, key);
        }
        throw notFound(key);
    }

    private boolean isContext(String key) {
        String next = bindings.entries().ceilingKey(key + "/");
        return next != null && next.startsWith(key + "/");
    }

    private NamingException notFound(String key) {
        String known = bindings.entries().keySet().stream().limit(NAMES_TO_SHOW).collect(Collectors.joining(", "));
        if (bindings.entries().size() > NAMES_TO_SHOW) {
            known += ", …";
        }
        String url = bindings.entries().values().stream()
                        .anyMatch(entry -> entry.property().equals(PROVIDER_URL))
                ? ""
                : "; ConnectionFactory needs the property " + PROVIDER_URL;
        NamingException failure = new NameNotFoundException("\"" + key + "\" is not bound; bound are: "
                + (known.isEmpty() ? "no names" : known) + ", and any dynamicQueues/NAME and dynamicTopics/NAME" + url);
        try {
            failure.setRemainingName(new CompositeName(key));
        } catch (InvalidNameException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private Name full(Name name) throws NamingException {
        Name full = new CompositeName(path);
        for (String part : Collections.list(name.getAll())) {
            if (!part.isEmpty()) {
                full.add(part);
            }
        }
        return full;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return lookup(new CompositeName(name));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        Map<String, NameClassPair> pairs = new LinkedHashMap<>();
        for (Map.Entry<String, Object> child : children(name).entrySet()) {
            pairs.put(
                    child.getKey(),
                    new NameClassPair(
                            child.getKey(), child.getValue().getClass().getName()));
        }
        return new Listing<>(pairs.values().iterator());
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return list(new CompositeName(name));
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        List<Binding> found = children(name).entrySet().stream()
                .map(child -> new Binding(child.getKey(), child.getValue()))
                .toList();
        return new Listing<>(found.iterator());
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(new CompositeName(name));
    }

    /** The objects right below a context; what can be made of any name is not listed, there is no end of it. */
    private Map<String, Object> children(Name name) throws NamingException {
        if (!(lookup(name) instanceof BatonContext context)) {
            throw new NotContextException("\"" + full(name) + "\" is an object, not a context: look it up");
        }
        String below = context.path.isEmpty() ? "" : context.path + "/";
        Map<String, Object> children = new TreeMap<>();
        for (String key : bindings.entries().tailMap(below, true).keySet()) {
            if (!key.startsWith(below)) {
                break;
            }
            int slash = key.indexOf('/', below.length());
            String child = slash < 0 ? key : key.substring(0, slash);
            if (!children.containsKey(child.substring(below.length()))) {
                children.put(child.substring(below.length()), context.lookup(child.substring(below.length())));
            }
        }
        return children;
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    @Override
    public NameParser getNameParser(Name name) {
        return CompositeName::new;
    }

    @Override
    public NameParser getNameParser(String name) {
        return CompositeName::new;
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        return ((Name) prefix.clone()).addAll(name);
    }

    @Override
    public String composeName(String name, String prefix) throws NamingException {
        return composeName(new CompositeName(name), new CompositeName(prefix)).toString();
    }

    @Override
    public Hashtable<?, ?> getEnvironment() {
        return new Hashtable<>(environment);
    }

    @Override
    public String getNameInNamespace() {
        return path;
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    @Override
    public void bind(Name name, Object object) throws NamingException {
        throw readOnly();
    }

    @Override
    public void bind(String name, Object object) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rebind(Name name, Object object) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rebind(String name, Object object) throws NamingException {
        throw readOnly();
    }

    @Override
    public void unbind(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void unbind(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rename(Name oldName, Name newName) throws NamingException {
        throw readOnly();
    }

    @Override
    public void rename(String oldName, String newName) throws NamingException {
        throw readOnly();
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        throw readOnly();
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        throw readOnly();
    }

    @Override
    public Object addToEnvironment(String property, Object value) throws NamingException {
        throw readOnly();
    }

    @Override
    public Object removeFromEnvironment(String property) throws NamingException {
        throw readOnly();
    }

    private static NamingException readOnly() {
        return new OperationNotSupportedException(
                "BatonMQ's naming context is read-only: names come from properties such as queue.NAME=…");
    }

    /** Goes through a list that is complete when it starts. */
    private record Listing<T>(Iterator<T> items) implements NamingEnumeration<T> {

        @Override
        public T next() {
            return items.next();
        }

        @Override
        public boolean hasMore() {
            return items.hasNext();
        }

        @Override
        public void close() {
            // Nothing is held open.
        }

        @Override
        public boolean hasMoreElements() {
            return hasMore();
        }

        @Override
        public T nextElement() {
            return next();
        }
    }
}
