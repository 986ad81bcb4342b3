// A method that starts a thread and gives it back, called twice; one is joined.
public class HelperStartsRacy {
  private static int total;
  private static final Object LOCK = new Object();

  static Thread start(int amount) {
    Thread thread = new Thread(() -> {
      synchronized (LOCK) {
        total += amount;  //~ data-race A: write
      }
    });
    thread.start();
    return thread;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = start(1);
    Thread second = start(2);
    first.join();
    System.out.println(total + " " + second.isAlive());  //~ data-race A: read
  }
}
