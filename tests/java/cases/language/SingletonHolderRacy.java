// The holder orders the making of the instance, not its use.
public class SingletonHolderRacy {
  private int asked;

  private static class Holder {
    static final SingletonHolderRacy INSTANCE = new SingletonHolderRacy();
  }

  static SingletonHolderRacy get() {
    return Holder.INSTANCE;
  }

  void ask() {
    asked++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(() -> get().ask()).start();
    new Thread(() -> get().ask()).start();
  }
}
