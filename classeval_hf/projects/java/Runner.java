package classeval;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process of a sample: compiles the candidate's file, runs the named test classes, and reports on its standard
 * output, in the form of the pytest runner. The order comes on standard input, a key and a value per line; the key of
 * the report is held by local variables alone, which no code of the sample can reach by reflection.
 */
final class Runner {
    private static final int MESSAGE_CHARS = 1000, MAX_ERRORS = 5;

    private Runner() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, List<String>> order = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int space = line.indexOf(' ');
                order.computeIfAbsent(line.substring(0, space), name -> new ArrayList<>()).add(line.substring(space + 1));
            }
        }
        System.setIn(new ByteArrayInputStream(new byte[0]));
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        String key = order.remove("key").get(0);
        List<String> events = new ArrayList<>();
        List<String> errors = compile(order);
        if (errors.isEmpty()) {
            new Tests(order, events).run();
        } else {
            events.add("{\"event\":\"load_error\",\"error_type\":\"CompileError\",\"message\":"
                    + quoted(String.join("\n", errors)) + "}");
        }
        write(out, key, events);
        Runtime.getRuntime().halt(0);
    }

    /** Each line has a digest of itself and all lines before it, under the key. */
    private static void write(OutputStream out, String key, List<String> events) throws Exception {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        String digest = "";
        StringBuilder lines = new StringBuilder();
        for (String event : events) {
            digest = hex(sha256.digest(ascii(key + hex(sha256.digest(ascii(key + digest + event))))));
            lines.append(digest).append(' ').append(event).append('\n');
        }
        out.write(ascii(lines.toString()));
        out.flush();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) {
            text.append(Character.forDigit(one >> 4 & 15, 16)).append(Character.forDigit(one & 15, 16));
        }
        return text.toString();
    }

    static List<String> compile(Map<String, List<String>> order) throws IOException {
        List<String> sources = order.getOrDefault("source", List.of());
        List<String> errors = new ArrayList<>();
        if (sources.isEmpty()) {
            return errors;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(List.of("-d", order.get("output").get(0), "-g", "-nowarn", "-Xlint:none"));
        options.addAll(List.of("-cp", String.join(File.pathSeparator, order.get("path")), "-implicit:none"));
        options.addAll(order.getOrDefault("option", List.of()));
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(found, Locale.ENGLISH, StandardCharsets.UTF_8)) {
            boolean compiled = compiler
                    .getTask(null, files, found, options, null, files.getJavaFileObjectsFromStrings(sources))
                    .call();
            for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR && errors.size() < MAX_ERRORS) {
                    String place = one.getSource() == null ? "" : new File(one.getSource().toUri()).getName() + ":";
                    errors.add(place + one.getLineNumber() + ": " + one.getMessage(Locale.ENGLISH));
                }
            }
            if (!compiled && errors.isEmpty()) {
                errors.add("javac gives no reason");
            }
        }
        return errors;
    }

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char one : text.substring(0, Math.min(text.length(), MESSAGE_CHARS)).toCharArray()) {
            boolean plain = one >= ' ' && one < 127 && one != '"' && one != '\\';
            out.append(plain ? String.valueOf(one) : String.format("\\u%04x", (int) one));
        }
        return out.append('"').toString();
    }
}

/** Runs test classes and collects what became of each test. */
final class Tests implements TestExecutionListener {
    private static final List<String> NOT_OF_THE_PROJECT =
            List.of("java.", "javax.", "jdk.", "sun.", "org.junit.", "junit.", "org.opentest4j.", "org.hamcrest.");
    private static final int NAME_CHARS = 400, FRAMES = 1000;

    private final Map<String, List<String>> order;
    private final List<String> events;
    private final Map<String, String> names = new HashMap<>(); // of test classes: the file and the name of each
    private final Set<String> known;
    private final List<String> collected = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();
    private boolean failed;
    private TestPlan plan;

    Tests(Map<String, List<String>> order, List<String> events) {
        this.order = order;
        this.events = events;
        this.known = new HashSet<>(order.getOrDefault("known", List.of()));
    }

    void run() throws Exception {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
        Launcher launcher = LauncherFactory.create(config); // with the engines of our own class path
        List<URL> urls = new ArrayList<>();
        for (String path : order.get("path")) {
            urls.add(new File(path).toURI().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), Tests.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
        List<String> read = new ArrayList<>();
        for (String line : order.getOrDefault("test", List.of())) {
            String[] parts = line.split("\t"); // path of the file, declared name, name of the class
            try {
                request.selectors(DiscoverySelectors.selectClass(Class.forName(parts[2], false, loader)));
                names.put(parts[2], parts[0] + "::" + parts[1]);
                read.add(Runner.quoted(parts[0]));
            } catch (ClassNotFoundException | LinkageError error) {
                loadError(parts[0], error);
            }
        }
        launcher.execute(request.build(), this);
        events.add(0, "{\"event\":\"collected\",\"tests\":[" + String.join(",", collected) + "],\"generated\":[]}");
        events.addAll(reported);
        events.add("{\"event\":\"finished\",\"status\":" + (failed ? 1 : 0) + ",\"read\":[" + String.join(",", read)
                + "]}");
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
        if (identifier.isTest()) {
            report(identifier, "skipped", "Skipped", reason, null);
        }
        for (TestIdentifier child : plan.getChildren(identifier)) {
            executionSkipped(child, reason);
        }
    }

    @Override
    public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Throwable error = result.getThrowable().orElse(null);
        boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (identifier.isTest()) {
            boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
            report(identifier, passed ? "passed" : aborted ? "skipped" : "failed", typeOf(error), messageOf(error), error);
        } else if (!passed) {
            String name = nameOf(identifier);
            loadError(name == null ? "" : name.substring(0, name.indexOf("::")), error);
        }
    }

    private void report(TestIdentifier identifier, String outcome, String type, String message, Throwable error) {
        String name = nameOf(identifier);
        if (name == null || !(order.containsKey("discover") || known.contains(name))) {
            return;
        }
        String test = "\"test\":" + Runner.quoted(name);
        collected.add(Runner.quoted(name));
        reported.add("{\"event\":\"start\"," + test + "}");
        for (String phase : List.of("setup", "call", "teardown")) {
            boolean isCall = phase.equals("call");
            String of = isCall ? outcome : "passed";
            reported.add("{\"event\":\"phase\"," + test + ",\"when\":\"" + phase + "\",\"outcome\":\"" + of
                    + "\",\"raised\":" + of.equals("failed") + ",\"expected_to_fail\":false"
                    + (isCall && !of.equals("passed") ? described(type, message, error) : "") + "}");
        }
        reported.add("{\"event\":\"end\"," + test + "}");
        failed |= !outcome.equals("passed");
    }

    private void loadError(String file, Throwable error) {
        failed = true;
        reported.add("{\"event\":\"load_error\",\"file\":" + Runner.quoted(file)
                + described(typeOf(error), messageOf(error), error) + "}");
    }

    /** The file and name of the class, and the further parts of JUnit's id: nested class, method, number of a call. */
    private String nameOf(TestIdentifier identifier) {
        List<UniqueId.Segment> parts = UniqueId.parse(identifier.getUniqueId()).getSegments();
        if (parts.size() < 2 || !names.containsKey(parts.get(1).getValue())) {
            return null;
        }
        StringBuilder name = new StringBuilder(names.get(parts.get(1).getValue()));
        for (UniqueId.Segment part : parts.subList(2, parts.size())) {
            name.append('/').append(part.getValue());
        }
        return name.substring(0, Math.min(name.length(), NAME_CHARS));
    }

    private static String typeOf(Throwable error) {
        return error == null ? "" : error instanceof AssertionError ? "AssertionError" : error.getClass().getSimpleName();
    }

    private static String messageOf(Throwable error) {
        try {
            String message = error == null ? "" : error.getMessage();
            return message == null ? "" : message;
        } catch (Throwable inner) { // code of the sample's
            return "";
        }
    }

    private static String described(String type, String message, Throwable error) {
        String frame = "";
        StackTraceElement[] frames = error == null ? new StackTraceElement[0] : error.getStackTrace();
        for (int index = 0; index < Math.min(frames.length, FRAMES) && frame.isEmpty(); index++) {
            StackTraceElement one = frames[index];
            if (NOT_OF_THE_PROJECT.stream().noneMatch(one.getClassName()::startsWith)) {
                frame = ",\"frames\":[[" + Runner.quoted(String.valueOf(one.getFileName())) + "," + one.getLineNumber()
                        + "," + Runner.quoted(one.getMethodName()) + "]]";
            }
        }
        return ",\"error_type\":" + Runner.quoted(type.isEmpty() ? "Exception" : type) + ",\"message\":"
                + Runner.quoted(message) + frame;
    }
}
