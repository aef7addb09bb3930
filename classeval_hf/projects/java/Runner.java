package classeval;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
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
 * the report is reached from local variables alone, since no static field leads to it.
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
        Report report = new Report(out, order.remove("key").get(0));
        List<String> errors = new ArrayList<>();
        long line = compile(order, errors);
        if (errors.isEmpty()) {
            for (String output : order.getOrDefault("output", List.of())) {
                for (String mark : Marks.of(Path.of(output), order)) {
                    report.send("{\"event\":\"mark\",\"name\":" + quoted(mark) + "}");
                }
            }
            startThreads(Integer.parseInt(order.getOrDefault("threads", List.of("0")).get(0)));
            new Tests(order, report).run();
        } else {
            String lines = line > 0 ? ",\"lines\":{" + quoted(order.get("target").get(0)) + ":" + line + "}" : "";
            report.send("{\"event\":\"load_error\",\"error_type\":\"CompileError\",\"message\":"
                    + quoted(String.join("\n", errors)) + lines + "}");
        }
        Runtime.getRuntime().halt(0);
    }

    /** Reports events; each line has a digest of itself and all lines before it, under the key. */
    static final class Report {
        private final OutputStream out;
        private final String key;
        private final MessageDigest sha256;
        private String digest = "";

        Report(OutputStream out, String key) throws Exception {
            this.out = out;
            this.key = key;
            this.sha256 = MessageDigest.getInstance("SHA-256");
        }

        synchronized void send(String event) {
            digest = hex(sha256.digest(ascii(key + hex(sha256.digest(ascii(key + digest + event))))));
            try {
                out.write(ascii(digest + " " + event + "\n"));
            } catch (IOException error) {
                Runtime.getRuntime().halt(1); // nobody reads any more
            }
        }
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

    /** Starts threads that wait, to find out whether this process may have so many. */
    private static void startThreads(int count) {
        for (int started = 0; started < count; started++) {
            Thread thread = new Thread(LockSupport::park);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Adds what javac says to the errors, and returns the line of the first. */
    private static long compile(Map<String, List<String>> order, List<String> errors) throws IOException {
        List<String> sources = order.getOrDefault("source", List.of());
        long line = 0;
        if (sources.isEmpty()) {
            return line;
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
                    line = errors.isEmpty() ? one.getLineNumber() : line;
                    errors.add(place + one.getLineNumber() + ": " + one.getMessage(Locale.ENGLISH));
                }
            }
            if (!compiled && errors.isEmpty()) {
                errors.add("javac gives no reason");
            }
        } catch (RuntimeException error) { // of a processor of annotations
            errors.add(String.valueOf(error.getCause() == null ? error : error.getCause()));
        }
        return line;
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

/** What the classes of a candidate name of the machinery that judges it, from their constants: no code has run yet. */
final class Marks {
    private static final String[][] NAMES = {
        {"System.exit", "java/lang/System.exit", "java/lang/Runtime.exit"},
        {"Runtime.halt", "java/lang/Runtime.halt"},
        {"processes", "java/lang/Runtime.exec", "java/lang/Process"},
        {"reflection", "java/lang/reflect/", "java/lang/Class.forName", "java/lang/invoke/MethodHandles.", "java/beans/",
            "javax/script/"},
        {"memory", "sun/misc/Unsafe", "jdk/internal/", "java/lang/foreign/"},
        {"agents", "java/lang/instrument/", "java/lang/management/", "javax/management/", "com/sun/tools/",
            "net/bytebuddy/"},
        {"test framework", "org/junit/", "junit/", "org/opentest4j/", "org/hamcrest/", "org/mockito/", "classeval/"},
        {"frames", "java/lang/StackWalker", "java/lang/StackTraceElement"},
        {"class loaders", "java/lang/ClassLoader", "java/lang/Module", "java/lang/Class.getResource",
            "java/util/ServiceLoader", "java/net/URLClassLoader"},
        {"descriptors", "java/io/FileDescriptor"},
    };
    private static final String ARRAYS = "java/lang/reflect/Array"; // generic code makes arrays by it
    private static final Pattern FILES = Pattern.compile("src/test|Tests?\\.(?:java|class)\\b");
    private static final Pattern TYPES = Pattern.compile("L([^;<]+)[;<]");

    private Marks() {}

    static Set<String> of(Path classes, Map<String, List<String>> order) throws IOException {
        Set<String> marks = new TreeSet<>(), agents = new HashSet<>();
        Path tests = Path.of(order.get("path").get(0));
        for (String agent : order.getOrDefault("agent", List.of())) {
            try (ZipFile jar = new ZipFile(agent)) {
                jar.stream().forEach(entry -> agents.add(entry.getName()));
            }
        }
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(one -> one.toString().endsWith(".class"))::iterator) {
                for (String name : names(Files.readAllBytes(file), marks)) {
                    for (String[] kind : NAMES) {
                        if (!name.startsWith(ARRAYS) && Stream.of(kind).skip(1).anyMatch(name::startsWith)) {
                            marks.add(kind[0]);
                        }
                    }
                    if (agents.contains(name + ".class")) {
                        marks.add("agents");
                    }
                    if (Files.isRegularFile(tests.resolve(name + ".class"))) {
                        marks.add("classes of tests");
                    }
                }
            }
        }
        return marks;
    }

    /** Classes, types of members, members with their classes, and texts, by the names that a class file uses. */
    private static Set<String> names(byte[] data, Set<String> marks) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
        in.skipBytes(8);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        int[][] parts = new int[count][]; // the kind of a constant, and the others that it refers to
        for (int index = 1; index < count; index++) {
            int kind = in.readUnsignedByte();
            parts[index] = new int[] {kind, 0, 0};
            if (kind == 1) {
                texts[index] = in.readUTF();
            } else if (kind == 5 || kind == 6) { // long and double take two places
                in.skipBytes(8);
                index++;
            } else if (kind == 15) {
                in.skipBytes(3);
            } else {
                parts[index][1] = in.readUnsignedShort();
                if (kind != 7 && kind != 8 && kind != 16 && kind != 19 && kind != 20) {
                    parts[index][2] = in.readUnsignedShort();
                }
            }
        }
        Set<String> names = new HashSet<>();
        for (int[] one : parts) {
            int kind = one == null ? 0 : one[0];
            if (kind == 7) {
                String name = texts[one[1]];
                names.add(name.startsWith("[") ? name.replaceFirst("^\\[+L?", "").replace(";", "") : name);
            } else if (kind == 8) {
                names.add(texts[one[1]].replace('.', '/'));
                if (FILES.matcher(texts[one[1]]).find()) {
                    marks.add("files of tests");
                }
            } else if (kind == 9 || kind == 10 || kind == 11) {
                names.add(texts[parts[one[1]][1]] + "." + texts[parts[one[2]][1]]);
            } else if (kind == 12 || kind == 16) {
                Matcher type = TYPES.matcher(texts[one[kind == 12 ? 2 : 1]]);
                while (type.find()) {
                    names.add(type.group(1));
                }
            }
        }
        return names;
    }
}

/** Runs test classes and reports what became of each test. */
final class Tests implements TestExecutionListener {
    private static final List<String> NOT_OF_THE_PROJECT =
            List.of("java.", "javax.", "jdk.", "sun.", "org.junit.", "junit.", "org.opentest4j.", "org.hamcrest.");
    private static final int NAME_CHARS = 400, FRAMES = 1000;

    private final Map<String, List<String>> order;
    private final Runner.Report report;
    private final Map<String, String> places = new HashMap<>(); // paths of the target and of test files, by package and name
    private final Map<String, String> names = new HashMap<>(); // of test classes: the file and the name of each
    private final Set<String> known;
    private boolean failed;
    private TestPlan plan;

    Tests(Map<String, List<String>> order, Runner.Report report) {
        this.order = order;
        this.report = report;
        for (String line : order.getOrDefault("place", List.of())) {
            places.put(line.split("\t")[0], line.split("\t")[1]);
        }
        this.known = new HashSet<>(order.getOrDefault("known", List.of()));
    }

    void run() throws Exception {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
        Launcher launcher = LauncherFactory.create(config);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
        List<String> read = new ArrayList<>();
        for (String line : order.getOrDefault("test", List.of())) {
            String[] parts = line.split("\t"); // path of the file, declared name, name of the class
            try {
                request.selectors(DiscoverySelectors.selectClass(Class.forName(parts[2], false, Tests.class.getClassLoader())));
                names.put(parts[2], parts[0] + "::" + parts[1]);
                read.add(Runner.quoted(parts[0]));
            } catch (ClassNotFoundException | LinkageError error) {
                loadError(parts[0], error);
            }
        }
        launcher.execute(request.build(), this);
        report.send("{\"event\":\"finished\",\"status\":" + (failed ? 1 : 0) + ",\"read\":[" + String.join(",", read)
                + "]}");
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
        if (identifier.isTest()) {
            executionStarted(identifier);
            end(identifier, "skipped", "Skipped", reason, null);
        }
        for (TestIdentifier child : plan.getChildren(identifier)) {
            executionSkipped(child, reason);
        }
    }

    @Override
    public synchronized void executionStarted(TestIdentifier identifier) {
        if (counts(identifier)) {
            String name = Runner.quoted(nameOf(identifier));
            report.send("{\"event\":\"collected\",\"tests\":[" + name + "],\"generated\":[]}");
            report.send("{\"event\":\"start\",\"test\":" + name + "}");
        }
    }

    /** Whether a test was asked for: parameters may be made by the sample. */
    private boolean counts(TestIdentifier identifier) {
        String name = identifier.isTest() ? nameOf(identifier) : null;
        return name != null && (order.containsKey("discover") || known.contains(name));
    }

    @Override
    public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Throwable error = result.getThrowable().orElse(null);
        boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (identifier.isTest()) {
            boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
            end(identifier, passed ? "passed" : aborted ? "skipped" : "failed", typeOf(error), messageOf(error), error);
        } else if (!passed) {
            String name = nameOf(identifier);
            loadError(name == null ? "" : name.substring(0, name.indexOf("::")), error);
        }
    }

    private void end(TestIdentifier identifier, String outcome, String type, String message, Throwable error) {
        if (!counts(identifier)) {
            return;
        }
        String test = "\"test\":" + Runner.quoted(nameOf(identifier));
        for (String phase : List.of("setup", "call", "teardown")) {
            boolean isCall = phase.equals("call");
            String of = isCall ? outcome : "passed";
            report.send("{\"event\":\"phase\"," + test + ",\"when\":\"" + phase + "\",\"outcome\":\"" + of
                    + "\",\"raised\":" + of.equals("failed") + ",\"expected_to_fail\":false"
                    + (isCall && !of.equals("passed") ? described(type, message, error) : "") + "}");
        }
        report.send("{\"event\":\"end\"," + test + "}");
        failed |= !outcome.equals("passed");
    }

    private void loadError(String file, Throwable error) {
        failed = true;
        report.send("{\"event\":\"load_error\",\"file\":" + Runner.quoted(file)
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

    private String described(String type, String message, Throwable error) {
        String at = "";
        Map<String, Integer> lines = new LinkedHashMap<>();
        StackTraceElement[] frames = error == null ? new StackTraceElement[0] : error.getStackTrace();
        for (int index = 0; index < Math.min(frames.length, FRAMES); index++) {
            StackTraceElement one = frames[index];
            String folder = one.getClassName().substring(0, one.getClassName().lastIndexOf('.') + 1).replace('.', '/');
            if (places.containsKey(folder + one.getFileName())) {
                lines.putIfAbsent(Runner.quoted(places.get(folder + one.getFileName())), one.getLineNumber());
            }
            if (at.isEmpty() && NOT_OF_THE_PROJECT.stream().noneMatch(one.getClassName()::startsWith)) {
                at = ",\"at\":[" + Runner.quoted(String.valueOf(one.getFileName())) + "," + one.getLineNumber()
                        + "," + Runner.quoted(one.getMethodName()) + "]";
            }
        }
        String found = lines.toString().replace('=', ':').replaceFirst("^\\{", ",\"lines\":{");
        return ",\"error_type\":" + Runner.quoted(type.isEmpty() ? "Exception" : type) + ",\"message\":"
                + Runner.quoted(message) + at + found;
    }
}

/** What a JVM runs once whose classes are kept in an archive. */
class TrialTests {
    @org.junit.jupiter.api.Test
    void ofJunit5() {
        org.junit.jupiter.api.Assertions.assertEquals(1, "1".length());
    }

    @org.junit.Test
    public void ofJunit4() {
        org.junit.Assert.assertEquals(1, "1".length());
    }
}
