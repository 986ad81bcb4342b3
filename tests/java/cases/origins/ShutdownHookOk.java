// What the hook reads is volatile, or was written before the hook was registered.
public class ShutdownHookOk {
  static volatile String state = "new";
  static String name;

  public static void main(String[] arguments) {
    name = "loom";
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      System.out.println(name + state);
    }));
    state = "running";
  }
}
