import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Two threads move money between accounts, each under two locks. Prints the processor time of a round
 * once it is warm; the argument says how many are measured.
 */
public class Bank {
  static class Account {
    long balance = 1000;
  }

  static final Account[] accounts = new Account[16];

  static void move(int from, int to, long amount) {
    Account first = accounts[Math.min(from, to)], second = accounts[Math.max(from, to)];
    synchronized (first) {
      synchronized (second) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
      }
    }
  }

  // So that they run at the same time, if the machine lets them.
  static void await(CyclicBarrier both) {
    try {
      both.await();
    } catch (InterruptedException | BrokenBarrierException trouble) {
      throw new IllegalStateException(trouble);
    }
  }

  static void round() throws InterruptedException {
    Thread[] threads = new Thread[2];
    CyclicBarrier both = new CyclicBarrier(2);
    for (int each = 0; each < 2; each++) {
      int seed = each;
      threads[each] = new Thread(() -> {
        await(both);
        int random = seed;
        for (int move = 0; move < 500_000; move++) {
          random = random * 1103515245 + 12345;
          int from = random >>> 16 & 15, to = random >>> 20 & 15;
          if (from != to) move(from, to, random >>> 24);
        }
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
  }

  public static void main(String[] arguments) throws InterruptedException {
    for (int each = 0; each < accounts.length; each++) accounts[each] = new Account();
    int rounds = Math.max(Integer.parseInt(arguments[0]) / 10, 1);
    for (int each = 0; each < 3 || !Processor.isWarm(); each++) round();
    long start = Processor.nanoseconds();
    for (int each = 0; each < rounds; each++) round();
    System.out.println((Processor.nanoseconds() - start) / 1e6 / rounds);
  }
}
