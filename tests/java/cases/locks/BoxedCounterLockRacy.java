// The counter is its own lock, and another object after each step.
public class BoxedCounterLockRacy {
  static Integer count = 1000;

  static void change() {
    synchronized (count) {  //~ data-race A: read
      count++;              //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(BoxedCounterLockRacy::change).start();
    new Thread(BoxedCounterLockRacy::change).start();
  }
}
