// An enum makes sure that there is one; it does not lock it.
public class EnumSingletonRacy {
  enum Registry {
    INSTANCE;

    private int entries;

    void register() {
      entries++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> Registry.INSTANCE.register()).start();
    new Thread(() -> Registry.INSTANCE.register()).start();
  }
}
