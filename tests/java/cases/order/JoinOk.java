// join() comes after all that the thread did.
public class JoinOk {
  private int result;

  public static void main(String[] arguments) throws InterruptedException {
    JoinOk box = new JoinOk();
    Thread worker = new Thread(() -> box.result = 42);
    worker.start();
    worker.join();
    System.out.println(box.result);
  }
}
