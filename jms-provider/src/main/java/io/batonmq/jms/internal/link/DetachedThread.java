package io.batonmq.jms.internal.link;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Makes what outlives its maker on a thread that has nothing of the maker: not its classes on the stack, nor its context class
 * loader, inheritable thread locals or (up to Java 23) access rights. In a container the maker is one application, and what it
 * happens to need first serves others when that one is gone. Any thread.
 */
final class DetachedThread {
    private DetachedThread() {}

    /**
     * Returns what the supplier returns, or throws what it throws; threads that it starts are as detached. The calling thread
     * waits for it to the end and keeps an interrupt for later.
     *
     * @param name the thread's name
     * @param supplier computes, and waits for nobody
     */
    static <T> T make(String name, Supplier<T> supplier) {
        try {
            return CompletableFuture.supplyAsync(
                            supplier, task -> thread(name, task).start())
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    @SuppressWarnings(
            "removal") // Up to Java 23 a thread remembers its starter's classes; this is how it is told not to.
    private static Thread thread(String name, Runnable task) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread thread = new Thread(null, task, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(DetachedThread.class.getClassLoader());
            return thread;
        });
    }
}
