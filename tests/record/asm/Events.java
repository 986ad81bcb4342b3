import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What AsmAgent's probes call. A line: thread, operation, what, which, place; separated by tabs. */
public final class Events {
  static PrintStream out;
  private static final Map<String, Integer> FLAGS = new ConcurrentHashMap<>();
  private static final Map<Object, Integer> NUMBERS = new IdentityHashMap<>();
  // How often a thread holds a monitor.
  private static final ThreadLocal<IdentityHashMap<Object, Integer>> HELD =
      ThreadLocal.withInitial(IdentityHashMap::new);

  private static synchronized void put(String operation, String what, Object object, String which, String place) {
    if (out == null) return;
    int number = object == null ? 0 : NUMBERS.computeIfAbsent(object, any -> NUMBERS.size() + 1);
    out.println(Thread.currentThread().getName() + "\t" + operation + "\t" + what + "\t" + number + which
        + "\t" + place);
  }

  private static void field(Object object, String of, String name, String place, String operation) {
    String declaring = of;
    int flags = -1;
    try {
      ClassLoader loader = ClassLoader.getSystemClassLoader();
      for (Class<?> type = Class.forName(of, false, loader); type != null; type = type.getSuperclass()) {
        String key = type.getName() + "." + name;
        Integer known = FLAGS.get(key);
        if (known == null) {
          try {
            Field field = type.getDeclaredField(name);
            known = field.getModifiers();
          } catch (NoSuchFieldException missing) {
            known = -1;
          }
          FLAGS.put(key, known);
        }
        if (known != -1) {
          declaring = type.getName();
          flags = known;
          break;
        }
      }
    } catch (ClassNotFoundException missing) {
      return;
    }
    if (Modifier.isFinal(flags) || flags == -1) return;
    put((Modifier.isVolatile(flags) ? "volatile-" : "") + operation, declaring + "." + name, object, "", place);
  }

  public static void read(Object object, String of, String name, String place) {
    field(object, of, name, place, "read");
  }

  public static void write(Object object, String of, String name, String place) {
    field(object, of, name, place, "write");
  }

  public static void readElement(Object array, int index, String place) {
    put("read", array.getClass().getTypeName(), array, "[" + index, place);
  }

  public static void writeElement(Object array, int index, String place) {
    if (array == null) return;
    put("write", array.getClass().getTypeName(), array, "[" + index, place);
  }

  public static void lock(Object object, String place) {
    if (HELD.get().merge(object, 1, Integer::sum) == 1) put("lock", "", null, "", place);
  }

  public static void unlock(Object object, String place) {
    if (HELD.get().merge(object, -1, Integer::sum) == 0) put("unlock", "", null, "", place);
  }

  public static void waited(Object object, String place) {
    HELD.get().merge(object, 1, Integer::sum);
    put("wait", "", null, "", place);
  }

  public static void notify(Object object, String place) {
    put("notify", "", null, "", place);
  }

  public static void notifyAll(Object object, String place) {
    put("notify", "", null, "", place);
  }

  public static void fork(Object object, String place) {
    if (object instanceof Thread) put("fork", "", null, "", place);
  }

  public static void join(Object object, String place) {
    if (object instanceof Thread) put("join", "", null, "", place);
  }
}
