// Asks the JVM: calls methods on random arguments and writes down what comes out, one call a line.
//
//   java Oracle SEED OUTPUT (--jar LABEL CALLS FILE PREFIX[,PREFIX…] |
//                            --class LABEL CALLS NAME[,NAME…] | --all LABEL CALLS NAME[,NAME…])…
//
// CALLS is how often each method is called. After --all, a method that could be called but not used
// is an error.
//
// Lines are tab-separated; values are written as encoding.h describes.
//
//   property  KEY VALUE                                     a system property of this JVM
//   call  LABEL CLASS METHOD DESCRIPTOR static|instance  ARGUMENTS  RESULT  ARGUMENTS-AFTERWARDS
//
// Arguments are separated by blanks, the receiver first; afterwards an immutable one is `-`. The
// choice of methods and arguments follows from the seed and their names alone. Each call is made
// twice, with equal arguments, and left out if the answers differ, if it takes too long or if the
// JVM ran out of something.
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

public final class Oracle {
    // Names of methods that reach outside of the program, or answer otherwise the next time.
    private static final Set<String> OUTSIDE = Set.of(
        "main", "exit", "halt", "sleep", "wait", "notify", "notifyAll", "finalize", "random", "now",
        "getenv", "getRegistry", "getCache", "load", "loadLibrary", "println", "print",
        "printStackTrace", "parkNanos",
        // These fill memory as far as they are told, and take their time.
        "spacer", "padding", "nCopies", "addElements", "formatPeriod", "binomial", "ensureCapacity",
        "nextInt", "nextLong", "nextDouble", "nextFloat", "nextBoolean", "nextBytes");

    // Classes that do so throughout, bypass the JVM, or go on forever when called out of turn.
    private static final Pattern OUTSIDE_CLASSES = Pattern.compile(
        ".*(Unsafe|LittleEndianByteArray|Finalizer|Thread|Concurrent|Timer|Random|Process|Crypt"
        + "|StopWatch|SystemUtils|SystemProperties|EnvironmentCheck|ObjectFactory"
        + "|ErrorMessages|ErrorResources|UnImplNode|SmallCharMatcher|MillerRabin|IncrementalSAX).*");

    private final long seed;
    private final PrintWriter out;
    private final ClassLoader loader = Oracle.class.getClassLoader();
    private ExecutorService worker = newWorker();
    private int calls;
    private boolean mustUseAll;
    private boolean failed;

    private Oracle(long seed, PrintWriter out) {
        this.seed = seed;
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        boolean failed;
        try (PrintWriter out = new PrintWriter(
                Files.newBufferedWriter(Path.of(arguments[1]), StandardCharsets.US_ASCII))) {
            Oracle oracle = new Oracle(Long.parseLong(arguments[0]), out);
            oracle.writeProperties();
            for (int i = 2; i < arguments.length; ) {
                String label = arguments[i + 1];
                oracle.mustUseAll = arguments[i].equals("--all");
                oracle.calls = Integer.parseInt(arguments[i + 2]);
                if (arguments[i].equals("--jar")) {
                    oracle.askJar(label, arguments[i + 3], arguments[i + 4].split(","));
                    i += 5;
                } else {
                    for (String name : arguments[i + 3].split(",")) {
                        Class.forName(name, false, oracle.loader).getDeclaredMethods();
                        oracle.askClass(label, name);
                    }
                    i += 4;
                }
            }
            failed = oracle.failed;
        }
        System.exit(failed ? 1 : 0);  // threads that never came back may still be there
    }

    private void writeProperties() {
        for (var property : new TreeMap<>(System.getProperties()).entrySet())
            out.println("property\t" + quoted(property.getKey().toString()) + "\t"
                        + quoted(property.getValue().toString()));
    }

    // --- which methods ---------------------------------------------------------------------------

    private void askJar(String label, String file, String[] prefixes) throws Exception {
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(file)) {
            jar.stream().map(entry -> entry.getName())
                .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                .filter(name -> Arrays.stream(prefixes).anyMatch(name::startsWith))
                .sorted().forEach(names::add);
        }
        for (String name : names) askClass(label, name);
    }

    private void askClass(String label, String name) {
        if (OUTSIDE_CLASSES.matcher(name).matches()) return;
        Class<?> type;
        Method[] methods;
        try {
            type = Class.forName(name, false, loader);
            methods = type.getDeclaredMethods();
        } catch (Throwable missing) {
            return;
        }
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Oracle::descriptor));
        for (Method method : methods)
            if (isAskable(type, method) && !(mustUseAll && method.isSynthetic()))
                askMethod(label, type, method);
    }

    private static boolean isAskable(Class<?> type, Method method) {
        if (Modifier.isNative(method.getModifiers()) || Modifier.isAbstract(method.getModifiers()))
            return false;
        if (OUTSIDE.contains(method.getName())) return false;
        for (Class<?> parameter : method.getParameterTypes())
            if (!isMakeable(parameter)) return false;
        if (!Modifier.isStatic(method.getModifiers()) && !isReceiver(type)) return false;
        try {
            method.setAccessible(true);
        } catch (RuntimeException closed) {
            return Modifier.isPublic(method.getModifiers())
                && Modifier.isPublic(type.getModifiers());
        }
        return true;
    }

    private static boolean isReceiver(Class<?> type) {
        if (isValue(type)) return true;
        if (Modifier.isAbstract(type.getModifiers()) || Thread.class.isAssignableFrom(type))
            return false;
        return constructor(type) != null || constructor(type, String.class) != null;
    }

    private static Constructor<?> constructor(Class<?> type, Class<?>... parameters) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor;
        } catch (Exception | LinkageError none) {
            return null;
        }
    }

    private static boolean isValue(Class<?> type) {
        return type == String.class || type == Integer.class || type == Long.class
            || type == Short.class || type == Byte.class || type == Character.class
            || type == Boolean.class || type == Float.class || type == Double.class;
    }

    private static boolean isMakeable(Class<?> type) {
        if (type.isArray())
            return type == int[][].class || isElement(type.getComponentType());
        return isElement(type) || type == List.class || type == Iterable.class
            || type == Collection.class || type == StringBuilder.class || type == StringBuffer.class;
    }

    private static boolean isElement(Class<?> type) {
        return type.isPrimitive() || isValue(type) || type == Object.class
            || type == CharSequence.class || type == Comparable.class || type == Number.class;
    }

    // --- one method ------------------------------------------------------------------------------

    private void askMethod(String label, Class<?> type, Method method) {
        String key = type.getName() + "." + method.getName() + descriptor(method);
        Future<List<String>> lines = worker.submit((Callable<List<String>>) () -> {
            List<String> found = new ArrayList<>();
            int count = hasChoice(type, method) ? calls : 1;
            for (int call = 0; call < count; ++call) {
                long callSeed = mixed(seed + key.hashCode() * 1_000_003L + call);
                String first = answer(type, method, new Random(callSeed));
                if (first != null && first.equals(answer(type, method, new Random(callSeed))))
                    found.add(first);
            }
            return found;
        });
        try {
            for (String line : lines.get(5, TimeUnit.SECONDS))
                out.println("call\t" + label + "\t" + type.getName().replace('.', '/') + "\t"
                            + method.getName() + "\t" + descriptor(method) + "\t" + line);
        } catch (TimeoutException slow) {
            System.err.println("too slow: " + key);
            failed |= mustUseAll;
            worker.shutdownNow();
            worker = newWorker();
        } catch (ExecutionException unusable) {
            // Left out: its class cannot be initialised, its receiver not made, its result not told.
            System.err.println("unusable: " + key + ": " + unusable.getCause());
            failed |= mustUseAll;
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    // Random begins alike where seeds are alike.
    private static long mixed(long seed) {
        seed = (seed ^ seed >>> 33) * 0xff51afd7ed558ccdL;
        seed = (seed ^ seed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return seed ^ seed >>> 33;
    }

    // Can two calls differ?
    private static boolean hasChoice(Class<?> type, Method method) {
        if (method.getParameterCount() > 0) return true;
        return !Modifier.isStatic(method.getModifiers())
            && (isValue(type) || constructor(type, String.class) != null);
    }

    private static ExecutorService newWorker() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(null, task, "worker", 4L << 20);
            thread.setDaemon(true);
            return thread;
        });
    }

    // The rest of the line, or null where there is nothing to compare.
    private String answer(Class<?> type, Method method, Random random) throws Exception {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        List<String> texts = new ArrayList<>();
        Object receiver = isStatic ? null : makeReceiver(type, random, texts);
        Class<?>[] parameters = method.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; ++i) {
            arguments[i] = make(parameters[i], random, parameters[i].isPrimitive());
            texts.add(argument(arguments[i], parameters[i]));
        }
        String result;
        try {
            Object value = method.invoke(receiver, arguments);
            result = encode(value, method.getReturnType(), 0);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof VirtualMachineError
                || thrown.getCause() instanceof ThreadDeath) return null;
            result = "!" + thrown.getCause().getClass().getName();
        }
        List<String> after = new ArrayList<>();
        if (!isStatic) after.add(afterwards(receiver));
        for (Object argument : arguments) after.add(afterwards(argument));
        return (isStatic ? "static" : "instance") + "\t" + String.join(" ", texts) + "\t" + result
            + "\t" + String.join(" ", after);
    }

    private static String afterwards(Object argument) {
        if (argument == null || isValue(argument.getClass())) return "-";
        return encode(argument, Object.class, 0);
    }

    // --- arguments -------------------------------------------------------------------------------

    private static Object makeReceiver(Class<?> type, Random random, List<String> texts)
            throws Exception {
        if (isValue(type)) {
            Object value = make(type, random, true);
            texts.add(encode(value, type, 0));
            return value;
        }
        Constructor<?> plain = constructor(type);
        Constructor<?> fromText = constructor(type, String.class);
        String name = "x" + type.getName().replace('.', '/');
        if (fromText == null || plain != null && random.nextInt(4) == 0) {
            texts.add(name + "()");
            return plain.newInstance();
        }
        String text = text(random);
        texts.add(name + "(" + quoted(text) + ")");
        return fromText.newInstance(text);
    }

    private static Object make(Class<?> type, Random random, boolean present) {
        if (!present && random.nextInt(12) == 0) return null;
        if (type == int.class || type == Integer.class) return wholeNumber(random);
        if (type == long.class || type == Long.class) return longNumber(random);
        if (type == short.class || type == Short.class) return (short) wholeNumber(random);
        if (type == byte.class || type == Byte.class) return (byte) wholeNumber(random);
        if (type == char.class || type == Character.class) return character(random);
        if (type == boolean.class || type == Boolean.class) return random.nextBoolean();
        if (type == float.class || type == Float.class) return floatNumber(random);
        if (type == double.class || type == Double.class) return doubleNumber(random);
        if (type == StringBuilder.class) return new StringBuilder(text(random));
        if (type == StringBuffer.class) return new StringBuffer(text(random));
        if (type.isArray()) {
            int length = random.nextInt(7);
            Object array = java.lang.reflect.Array.newInstance(type.getComponentType(), length);
            Class<?> element = type.getComponentType();
            for (int i = 0; i < length; ++i)
                java.lang.reflect.Array.set(array, i, make(element, random, element.isPrimitive()));
            return array;
        }
        if (type == List.class || type == Iterable.class || type == Collection.class) {
            List<String> list = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; --i) list.add(text(random));
            return list;
        }
        if (type == Number.class) return wholeNumber(random);
        if (type == Object.class && random.nextInt(3) == 0) return wholeNumber(random);
        return text(random);  // String, CharSequence, Comparable, Object
    }

    private static String argument(Object value, Class<?> type) {
        if (value instanceof StringBuilder || value instanceof StringBuffer)
            return "x" + type.getName().replace('.', '/') + "(" + quoted(value.toString()) + ")";
        return encode(value, type, 0);
    }

    private static final int[] EDGES = {
        0, 1, -1, 2, 3, 5, 7, 8, 10, 16, 31, 32, 33, 36, 63, 64, 65, 100, 127, 128, 255, 256, 1000,
        -2, -128, -129, 32767, 32768, 65535, 65536, 0x10000, 0x10FFFF, 0x1F600, Integer.MAX_VALUE,
        Integer.MIN_VALUE, Integer.MAX_VALUE - 1, 0x7F800000, 0x55555555};

    private static int wholeNumber(Random random) {
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> random.nextInt(12) - 1;
            case 3, 4 -> EDGES[random.nextInt(EDGES.length)];
            default -> random.nextInt();
        };
    }

    private static long longNumber(Random random) {
        return switch (random.nextInt(4)) {
            case 0, 1 -> wholeNumber(random);
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(2)
                                           : Long.MIN_VALUE + random.nextInt(2);
            default -> random.nextLong();
        };
    }

    private static double doubleNumber(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> Double.NaN;
            case 1 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            case 2 -> random.nextBoolean() ? 0.0 : -0.0;
            case 3 -> random.nextBoolean() ? Double.MIN_VALUE : Double.MAX_VALUE;
            case 4 -> Double.longBitsToDouble(random.nextLong());
            case 5 -> wholeNumber(random);
            case 6 -> longNumber(random) * 0.5;
            default -> random.nextGaussian() * 100;
        };
    }

    private static float floatNumber(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> random.nextBoolean() ? Float.MIN_VALUE : Float.MAX_VALUE;
            default -> (float) doubleNumber(random);
        };
    }

    private static char character(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> (char) random.nextInt(65536);
            case 1 -> (char) random.nextInt(256);
            case 2 -> "\0\t\n \u00e9\u0130\u0131\u00df\u03a3\ud83d\ude00\uffff".charAt(
                random.nextInt(12));
            default -> (char) (' ' + random.nextInt(95));
        };
    }

    private static final String[] WORDS = {
        "", " ", "a", "abc", "ABC", "hello world", "12", "-7", "0x1F", "3.25", "1e10", "NaN", "true",
        "off", "null", "a,b,,c", "  padded  ", "a.b.C$D", "/usr/share/x.txt", "C:\\dir\\f.c",
        "&lt;b&gt;", "<a href=\"x\">", "%20+%41", "\u00e4\u00f6\u00fc\u00df", "\ud83d\ude00!",
        "\u0130stanbul", "line1\nline2\r\n", "QUJD", "deadBEEF", "aAbBcC", "camelCaseText", "()[]",
        "Robert", "Tymczak", "2147483648", "-9223372036854775808", "\u05d0\u05d1", "ab\0c"};

    private static String text(Random random) {
        if (random.nextInt(3) > 0) return WORDS[random.nextInt(WORDS.length)];
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(10); i > 0; --i) text.append(character(random));
        return text.toString();
    }

    // --- writing values down ---------------------------------------------------------------------

    private static String encode(Object value, Class<?> type, int depth) {
        if (type == void.class) return "v";
        if (value == null) return "n";
        if (isValue(value.getClass()) && value.getClass() != String.class)
            return (type.isPrimitive() ? "" : "b") + number(value);
        if (value instanceof String text) return quoted(text);
        if (value.getClass().isArray()) return array(value, depth);
        if (value.getClass() == ArrayList.class && isList((ArrayList<?>) value)) return list(value);
        if (value.getClass().isHidden()) return "lambda";
        String name = "o" + value.getClass().getName();
        try {
            if (value.getClass().getMethod("toString").getDeclaringClass() == Object.class)
                return name;
        } catch (NoSuchMethodException impossible) {
            return name;
        }
        String text = value.toString();
        return name + (text == null ? "n" : quoted(text));
    }

    private static String number(Object value) {
        if (value instanceof Integer number) return "I" + number;
        if (value instanceof Long number) return "J" + number;
        if (value instanceof Short number) return "S" + number;
        if (value instanceof Byte number) return "B" + number;
        if (value instanceof Character unit) return "C" + (int) unit;
        if (value instanceof Boolean flag) return flag ? "Z1" : "Z0";
        if (value instanceof Float number)
            return "F" + HexFormat.of().toHexDigits(Float.floatToIntBits(number));
        return "D" + HexFormat.of().toHexDigits(Double.doubleToLongBits((Double) value));
    }

    private static String array(Object array, int depth) {
        if (depth > 6) return "...";
        Class<?> element = array.getClass().getComponentType();
        StringBuilder text = new StringBuilder("a").append(array.getClass().getName().substring(1));
        text.append('(');
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); ++i) {
            if (i > 0) text.append(',');
            text.append(encode(java.lang.reflect.Array.get(array, i), element, depth + 1));
        }
        return text.append(')').toString();
    }

    private static boolean isList(ArrayList<?> list) {
        return list.stream().allMatch(element -> element instanceof String);
    }

    private static String list(Object value) {
        StringBuilder text = new StringBuilder("l(");
        for (Object element : (ArrayList<?>) value)
            text.append(text.length() > 2 ? "," : "").append(quoted((String) element));
        return text.append(')').toString();
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            if (unit <= ' ' || unit > '~' || unit == '"' || unit == '\\')
                out.append("\\u").append(HexFormat.of().toHexDigits(unit));
            else
                out.append(unit);
        }
        return out.append('"').toString();
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) text.append(parameter.descriptorString());
        return text.append(')').append(method.getReturnType().descriptorString()).toString();
    }
}
