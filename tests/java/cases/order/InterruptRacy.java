// The reason is written after the interrupt.
public class InterruptRacy {
  static String reason;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> {
      while (!Thread.interrupted()) {
        Thread.onSpinWait();
      }
      System.out.println(reason);  //~ data-race A: read
    });
    worker.start();
    worker.interrupt();
    reason = "time is up";  //~ data-race A: write
  }
}
