// Double-checked locking without volatile.
public class DoubleCheckedRacy {
  private static DoubleCheckedRacy instance;

  static DoubleCheckedRacy get() {
    if (instance == null) {  //~ data-race A: read
      synchronized (DoubleCheckedRacy.class) {
        if (instance == null) {
          instance = new DoubleCheckedRacy();  //~ data-race A: write
        }
      }
    }
    return instance;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    new Thread(DoubleCheckedRacy::get).start();
    new Thread(DoubleCheckedRacy::get).start();
  }
}
