package io.batonmq.store.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * An H2 file system, {@code powerloss:}, that behaves like a disk with a cache: what was written after the last force may
 * be lost in a crash, any part of it. The files below hold only what a crash leaves. For any thread.
 */
public final class PowerLossFiles extends FilePathWrapper {

    private static final Map<String, Disk> DISKS = new ConcurrentHashMap<>();

    /** For H2, which makes one as a prototype. */
    public PowerLossFiles() {}

    static void register() {
        FilePath.register(new PowerLossFiles());
    }

    /**
     * What would be found after a power loss at this moment: everything that was forced, and some of the rest, chosen by
     * the seed. Written to another file.
     */
    static void crash(Path file, Path copy, long seed) {
        Disk disk = DISKS.get(file.toAbsolutePath().toString());
        if (disk == null) {
            throw new IllegalStateException("not open: " + file + ", but " + DISKS.keySet());
        }
        try {
            Files.write(copy, disk.afterCrash(new Random(seed)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String getScheme() {
        return "powerloss";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        String name = getBase().toRealPath().toString().replaceFirst("^[a-z]+:", "");
        FileChannel below = getBase().open(mode);
        Disk disk = DISKS.computeIfAbsent(Path.of(name).toAbsolutePath().toString(), any -> new Disk());
        disk.load(below);
        return new Channel(below, disk);
    }

    /** A write, or a change of length (no bytes), that was not forced. */
    private record Change(long position, byte[] bytes) {}

    /** A file's contents as they are, as they were last forced, and what lies between. */
    private static final class Disk {
        private byte[] current = new byte[0];
        private byte[] forced = new byte[0];
        private final List<Change> pending = new ArrayList<>();

        synchronized void load(FileChannel below) throws IOException {
            current = new byte[Math.toIntExact(below.size())];
            ByteBuffer buffer = ByteBuffer.wrap(current);
            while (buffer.hasRemaining() && below.read(buffer, buffer.position()) >= 0) {
                // until it is whole
            }
            forced = current.clone();
            pending.clear();
        }

        synchronized int read(ByteBuffer into, long position) {
            if (position >= current.length) {
                return -1;
            }
            int length = (int) Math.min(into.remaining(), current.length - position);
            into.put(current, (int) position, length);
            return length;
        }

        synchronized int write(ByteBuffer from, long position) {
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            Change change = new Change(position, bytes);
            pending.add(change);
            current = apply(current, change);
            return bytes.length;
        }

        synchronized void truncate(long length) {
            if (length < current.length) {
                Change change = new Change(length, new byte[0]);
                pending.add(change);
                current = apply(current, change);
            }
        }

        synchronized long size() {
            return current.length;
        }

        synchronized void force() {
            pending.clear();
            forced = current.clone();
        }

        synchronized byte[] afterCrash(Random random) {
            byte[] left = forced.clone();
            for (Change change : pending) {
                if (random.nextInt(3) == 0) {
                    left = apply(left, change);
                }
            }
            return left;
        }

        private static byte[] apply(byte[] to, Change change) {
            int start = Math.toIntExact(change.position);
            if (change.bytes.length == 0) {
                return start < to.length ? Arrays.copyOf(to, start) : to;
            }
            byte[] result =
                    start + change.bytes.length > to.length ? Arrays.copyOf(to, start + change.bytes.length) : to;
            System.arraycopy(change.bytes, 0, result, start, change.bytes.length);
            return result;
        }
    }

    /** An open file. */
    private static final class Channel extends FileBaseDefault {
        private final FileChannel below;
        private final Disk disk;

        Channel(FileChannel below, Disk disk) {
            this.below = below;
            this.disk = disk;
        }

        @Override
        public synchronized int read(ByteBuffer into, long position) {
            return disk.read(into, position);
        }

        @Override
        public synchronized int write(ByteBuffer from, long position) {
            return disk.write(from, position);
        }

        @Override
        public void implTruncate(long length) {
            disk.truncate(length);
        }

        @Override
        public long size() {
            return disk.size();
        }

        @Override
        public void force(boolean metaData) {
            disk.force();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return below.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            below.close();
        }
    }
}
