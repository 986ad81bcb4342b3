import java.util.ArrayList;
import java.util.List;

// Helpers start and join all threads of the list they are given.
public class JoinHelpersOk {
  private static int total;

  private static synchronized void work() {
    total++;
  }

  private static void startAll(List<Thread> threads) {
    for (Thread thread : threads) {
      thread.start();
    }
  }

  private static void joinAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Thread(JoinHelpersOk::work));
    }
    startAll(workers);
    joinAll(workers);
    System.out.println(total);
  }
}
