// isAlive() that says no comes after all that the thread did.
public class IsAliveOk {
  static int result;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> result = 42);
    worker.start();
    while (worker.isAlive()) {
      Thread.onSpinWait();
    }
    System.out.println(result);
  }
}
