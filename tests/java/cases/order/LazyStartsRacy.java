// As LazyStartsOk, but the seed is written behind the start, in the same run.
public class LazyStartsRacy {
  static Object made;
  static int seed;

  static synchronized Object get() {
    if (made != null) {
      return made;
    }
    made = new Object();
    new Thread(() -> print(made.hashCode() + seed)).start();  //~ data-race A(seed): read
    seed = 42;  //~ data-race A: write
    return made;
  }

  public static void main(String[] arguments) {
    System.out.println(get());
    System.out.println(get());
  }

  static void print(int number) {
    System.out.println(number);
  }
}
