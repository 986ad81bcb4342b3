// As LazyStartsOk, but what is stored may be null: then it is written again, behind the start.
public class LazyMaybeNullRacy {
  static Object made;
  static int seed;

  static Object find(String[] arguments) {
    return arguments.length > 0 ? arguments[0] : null;
  }

  static Object get(String[] arguments) {
    if (made != null) {
      return made;
    }
    made = find(arguments);  //~ data-race A: write
    seed = 42;  //~ data-race B: write
    new Thread(() -> {
      System.out.println(made);  //~ data-race A: read
      System.out.println(seed);  //~ data-race B: read
    }).start();
    return made;
  }

  public static void main(String[] arguments) {
    System.out.println(get(arguments));
    System.out.println(get(arguments));
  }
}
