package io.batonmq.samples.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts Java processes with the launcher's own class path, and leaves none behind: they are killed when this is closed or
 * the launcher's process ends in an orderly way, and end by themselves ({@link ParentPipe}) if it is killed. For any
 * thread.
 */
public final class Children implements AutoCloseable {

    private static final List<String> MODEST = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final String java;
    private final String classPath;
    private final Path folder;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::killAll, "kill-children");

    /**
     * Makes a nursery.
     *
     * @param java the program
     * @param classPath of every child
     * @param folder where their output goes
     */
    public Children(String java, String classPath, Path folder) {
        this.java = java;
        this.classPath = classPath;
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a process; what it prints is appended to the file NAME.log. */
    public ChildProcess start(String name, Class<?> main, List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(MODEST);
        command.addAll(jvm);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        Path log = folder.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            running.add(process);
            process.onExit().thenAccept(running::remove);
            return new ChildProcess(name, process, log);
        } catch (IOException e) {
            throw new ProcessFailure("can't start " + name + ": " + e.getMessage());
        }
    }

    /** The last lines of a child's output. */
    public static String lastLines(Path log, int count) {
        if (!Files.exists(log)) {
            return "(never started)";
        }
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
        } catch (IOException e) {
            return "no output: " + e.getMessage();
        }
    }

    /** Kills all that run. */
    public void killAll() {
        running.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        killAll();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
