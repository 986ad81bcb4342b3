// A shutdown hook may run at any time from its registration on.
public class ShutdownHookRacy {
  static String state = "new";

  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      System.out.println(state);  //~ data-race A: read
    }));
    state = "running";  //~ data-race A: write
  }
}
