// As LazyStartsOk, but the thread is started by a method that is called before the write.
public class LazyStartsCalledRacy {
  static Object made;
  static int seed;

  static synchronized Object get() {
    if (made == null) {
      made = new Object();
      for (int i = 0; i < 2; i++) {
        begin();
      }
    }
    return made;
  }

  static void begin() {
    seed++;  //~ data-race A: read, write
    new Thread(() -> print(made.hashCode() + seed)).start();  //~ data-race A(seed): read
  }

  public static void main(String[] arguments) {
    System.out.println(get());
    System.out.println(get());
  }

  static void print(int number) {
    System.out.println(number);
  }
}
