// races: OtherLock.value
public class OtherLock {
  static int value;

  public static void main(String[] arguments) throws Exception {
    Object first = new Object(), second = new Object();
    Thread one = new Thread(() -> {
      synchronized (first) {
        value++;
      }
    });
    Thread two = new Thread(() -> {
      synchronized (second) {
        value++;
      }
    });
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
