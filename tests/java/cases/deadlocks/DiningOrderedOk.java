import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The last philosopher takes the right fork first.
public class DiningOrderedOk {
  static class Philosopher implements Runnable {
    private final Lock first, second;

    Philosopher(Lock first, Lock second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public void run() {
      first.lock();
      try {
        second.lock();
        try {
          System.out.println("eats");
        } finally {
          second.unlock();
        }
      } finally {
        first.unlock();
      }
    }
  }

  public static void main(String[] arguments) {
    Lock[] forks = new Lock[5];
    for (int i = 0; i < forks.length; i++) forks[i] = new ReentrantLock();
    for (int i = 0; i < forks.length; i++) {
      Lock left = forks[i], right = forks[(i + 1) % forks.length];
      Philosopher one =
          i == forks.length - 1 ? new Philosopher(right, left) : new Philosopher(left, right);
      new Thread(one).start();
    }
  }
}
