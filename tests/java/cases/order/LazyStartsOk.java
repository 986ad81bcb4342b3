// The thread is started by what runs once: what it reads was written before, and not again.
public class LazyStartsOk {
  static Object made;
  static int seed;

  static synchronized Object get() {
    if (made != null) {
      return made;
    }
    made = new Object();
    seed = 42;
    new Thread(() -> System.out.println(made.hashCode() + seed)).start();
    return made;
  }

  public static void main(String[] arguments) {
    System.out.println(get());
    System.out.println(get());
  }
}
