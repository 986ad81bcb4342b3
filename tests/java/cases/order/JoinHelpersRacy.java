import java.util.ArrayList;
import java.util.List;

// A helper joins one of two lists.
public class JoinHelpersRacy {
  private static int total;
  private static int other;

  private static synchronized void work() {
    total++;
  }

  private static synchronized void otherWork() {
    other++;  //~ data-race A: write
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
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Thread(JoinHelpersRacy::work));
      others.add(new Thread(JoinHelpersRacy::otherWork));
    }
    startAll(workers);
    for (Thread thread : others) {
      thread.start();
    }
    joinAll(workers);
    System.out.println(total + other);  //~ data-race A: read
  }
}
