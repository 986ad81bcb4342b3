// A helper makes two threads, which are started and joined by name.
public class JoinTwoMadeByHelperOk {
  private static int total;

  private static Thread thread(Runnable task) {
    return new Thread(task);
  }

  private static synchronized void add(int number) {
    total += number;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = thread(() -> add(1));
    Thread second = thread(() -> add(-1));
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(total);
  }
}
