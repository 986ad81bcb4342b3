// Two virtual threads and one counter.
public class VirtualThreadRacy {
  static int count;

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = Thread.ofVirtual().start(() -> count = 1);  //~ data-race A: write
    Thread second = Thread.startVirtualThread(() -> count = 2);  //~ data-race A: write
    first.join();
    second.join();
    System.out.println(count);
  }
}
