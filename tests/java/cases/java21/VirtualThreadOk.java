// A virtual thread, joined before main looks.
public class VirtualThreadOk {
  static int count;

  public static void main(String[] arguments) throws InterruptedException {
    count = 1;
    Thread worker = Thread.ofVirtual().start(() -> count++);
    worker.join();
    System.out.println(count);
  }
}
