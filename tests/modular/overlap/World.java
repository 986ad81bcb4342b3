import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import sun.misc.Unsafe;

/**
 * The program that is looked at: makes objects and calls two methods with them, each in a thread of its own,
 * when Overlap tells it to. Usage: World CLASSES, a file with the names of the classes it may look for.
 *
 * <p>Lines of standard input: {@code make NUMBER ENTRY ENTRY}, {@code start 0}, {@code start 1}; an entry is
 * {@code class method descriptor}. Answers {@code made}, {@code cannot WHY}, {@code ended NUMBER-INDEX}.
 * There is one object of each class, which whoever wants one gets; numbers and texts are drawn by NUMBER. By
 * some NUMBERs objects are as their constructors leave them; by others their fields are filled as well, so that
 * branches are taken which want an object in use, and what has no constructor that can be called is made without.
 */
public final class World {
  private static final int DEEPEST = 4;
  private static final int[] NUMBERS = {0, 1, 2, -1, 3, 7, 100};
  private static final String[] TEXTS = {"", "a", "1", "true"};

  private static final Unsafe UNSAFE = unsafe();

  private final int number;
  private final boolean fills;
  private final Random random;
  private final List<Class<?>> preferred = new ArrayList<>();
  private final Map<Class<?>, Object> made = new HashMap<>();
  private final List<Executable> entries = new ArrayList<>();
  private final List<Object[]> arguments = new ArrayList<>();

  private static Set<String> names = Set.of();

  public static void main(String[] args) throws Exception {
    names = new HashSet<>(Files.readAllLines(Path.of(args[0])));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    World world = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("make")) {
        try {
          world = new World(words);
          say("made");
        } catch (Throwable failure) {
          say("cannot " + cause(failure));
        }
      } else {
        world.start(Integer.parseInt(words[1]));
      }
    }
  }

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static synchronized void say(String text) {
    System.out.println(text);
    System.out.flush();
  }

  private static String cause(Throwable failure) {
    Throwable at = failure;
    while (at instanceof InvocationTargetException && at.getCause() != null) at = at.getCause();
    return at.toString().replace('\n', ' ');
  }

  private World(String[] words) throws Exception {
    number = Integer.parseInt(words[1]);
    fills = number % 8 >= 4;
    random = new Random(number * 0x9E3779B97F4A7C15L);  // small seeds are too much alike
    for (int i = 2; i + 2 < words.length; i += 3) {
      Class<?> owner = Class.forName(words[i]);
      preferred.add(owner);
      entries.add(find(owner, words[i + 1], words[i + 2]));
    }
    // Of two classes one above the other the lower one has both methods.
    preferred.sort((left, right) -> left == right ? 0 : left.isAssignableFrom(right) ? 1 : -1);
    for (Executable entry : entries) {
      boolean isBound = entry instanceof Method && !Modifier.isStatic(entry.getModifiers());
      List<Object> given = new ArrayList<>();
      given.add(isBound ? object(entry.getDeclaringClass(), 0) : null);
      for (Class<?> type : entry.getParameterTypes()) given.add(value(type, 1));
      arguments.add(given.toArray());
    }
  }

  private static Executable find(Class<?> owner, String name, String descriptor) throws Exception {
    MethodType type = MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
    Executable found = name.equals("<init>")
        ? owner.getDeclaredConstructor(type.parameterArray())
        : Arrays.stream(owner.getDeclaredMethods())
            .filter(each -> each.getName().equals(name) && each.getReturnType() == type.returnType()
                && Arrays.equals(each.getParameterTypes(), type.parameterArray()))
            .findFirst().orElseThrow(() -> new NoSuchMethodException(owner + "." + name + descriptor));
    found.setAccessible(true);
    return found;
  }

  private void start(int index) {
    Executable entry = entries.get(index);
    Object[] given = arguments.get(index);
    String name = number + "-" + index;
    Thread thread = new Thread(() -> {
      try {
        Object[] rest = Arrays.copyOfRange(given, 1, given.length);
        if (entry instanceof Method) ((Method) entry).invoke(given[0], rest);
        else ((Constructor<?>) entry).newInstance(rest);
      } catch (Throwable ignored) {
        // However it ends, it was called.
      }
      say("ended " + name);
    }, name);
    thread.setDaemon(true);
    thread.start();
  }

  private Object value(Class<?> type, int depth) throws Exception {
    if (type == boolean.class || type == Boolean.class) return random.nextBoolean();
    if (type == String.class || type == CharSequence.class) return TEXTS[random.nextInt(TEXTS.length)];
    int drawn = NUMBERS[random.nextInt(NUMBERS.length)];
    if (type == int.class || type == Integer.class) return drawn;
    if (type == long.class || type == Long.class) return (long) drawn;
    if (type == short.class) return (short) drawn;
    if (type == byte.class) return (byte) drawn;
    if (type == char.class) return (char) ('a' + Math.floorMod(drawn, 26));
    if (type == float.class) return (float) drawn;
    if (type == double.class || type == Number.class) return (double) drawn;
    if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), 8);
      for (int i = 0; i < 8; i++) Array.set(array, i, value(type.getComponentType(), depth + 1));
      return array;
    }
    if (type.isEnum()) return type.getEnumConstants()[Math.floorMod(drawn, type.getEnumConstants().length)];
    try {
      return object(type, depth);
    } catch (Exception | LinkageError failure) {
      return null;
    }
  }

  private Object object(Class<?> type, int depth) throws Exception {
    for (Class<?> each : preferred)
      if (type.isAssignableFrom(each) && isConcrete(each)) return made(each, depth);
    if (type == Object.class) return made(Object.class, depth);
    if (type.isInterface()) {
      if (type.isAssignableFrom(ArrayList.class)) return made(ArrayList.class, depth);
      if (type.isAssignableFrom(HashMap.class)) return made(HashMap.class, depth);
    }
    if (isConcrete(type)) return made(type, depth);
    for (String name : names) {
      try {
        Class<?> each = Class.forName(name, false, World.class.getClassLoader());
        if (type.isAssignableFrom(each) && isConcrete(each)) return made(each, depth);
      } catch (Exception | LinkageError failure) {
        // Another one may do.
      }
    }
    if (!type.isInterface()) throw new InstantiationException("nothing extends " + type.getName());
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
        (self, method, given) -> answer(self, method, given));
  }

  private Object answer(Object self, Method method, Object[] given) throws Exception {
    if (method.getName().equals("equals")) return self == given[0];
    if (method.getName().equals("hashCode")) return System.identityHashCode(self);
    return method.getReturnType() == void.class ? null : value(method.getReturnType(), DEEPEST);
  }

  private static boolean isConcrete(Class<?> type) {
    return !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
  }

  private Object made(Class<?> type, int depth) throws Exception {
    Object known = made.get(type);
    if (known != null) return known;
    if (depth > DEEPEST) throw new InstantiationException("too deep at " + type.getName());
    Constructor<?>[] all = type.getDeclaredConstructors();
    Arrays.sort(all, Comparator.comparingInt(Constructor::getParameterCount));
    Throwable failure = new InstantiationException(type.getName() + " has no constructor");
    for (Constructor<?> each : all) {
      try {
        each.setAccessible(true);
        List<Object> given = new ArrayList<>();
        for (Class<?> parameter : each.getParameterTypes()) given.add(value(parameter, depth + 1));
        Object object = each.newInstance(given.toArray());
        if (made.putIfAbsent(type, object) == null) fill(object, depth);
        return made.get(type);
      } catch (Exception | LinkageError failed) {
        failure = failed;
      }
    }
    if (!fills || !names.contains(type.getName()))
      throw new InstantiationException(type.getName() + ": " + cause(failure));
    Object object = UNSAFE.allocateInstance(type);
    made.put(type, object);
    fill(object, depth);
    return object;
  }

  /** Gives fields that are still null or zero something, up to a depth. */
  private void fill(Object object, int depth) throws Exception {
    if (!fills || depth > DEEPEST || !names.contains(object.getClass().getName())) return;
    for (Class<?> at = object.getClass(); at != null && names.contains(at.getName()); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) continue;
        field.setAccessible(true);
        Object now = field.get(object);
        boolean isNumber = field.getType().isPrimitive() && !Modifier.isFinal(field.getModifiers());
        if (now == null || (isNumber && random.nextBoolean())) field.set(object, value(field.getType(), depth + 1));
      }
    }
  }
}
