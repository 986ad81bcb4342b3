// A helper makes two threads; one of them is joined twice.
public class JoinTwoMadeByHelperRacy {
  private static int total;

  private static Thread thread(Runnable task) {
    return new Thread(task);
  }

  private static synchronized void add(int number) {
    total += number;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = thread(() -> add(1));
    Thread second = thread(() -> add(-1));
    first.start();
    second.start();
    first.join();
    first.join();
    System.out.println(total);  //~ data-race A: read
  }
}
