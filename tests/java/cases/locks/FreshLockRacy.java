// A lock that nobody else can have locks nothing.
public class FreshLockRacy {
  static int value;

  static void change() {
    synchronized (new Object()) {
      value++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(FreshLockRacy::change).start();
    new Thread(FreshLockRacy::change).start();
  }
}
