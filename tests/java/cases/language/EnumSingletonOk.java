// The one enum constant locks itself.
public class EnumSingletonOk {
  enum Registry {
    INSTANCE;

    private int entries;

    synchronized void register() {
      entries++;
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> Registry.INSTANCE.register()).start();
    new Thread(() -> Registry.INSTANCE.register()).start();
  }
}
