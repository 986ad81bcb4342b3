// interrupt() comes before every place that notices it.
public class InterruptOk {
  static String reason;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> {
      while (!Thread.interrupted()) {
        Thread.onSpinWait();
      }
      System.out.println(reason);
    });
    worker.start();
    reason = "time is up";
    worker.interrupt();
  }
}
