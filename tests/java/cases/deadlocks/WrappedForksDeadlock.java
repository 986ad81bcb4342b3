import java.util.concurrent.locks.ReentrantLock;

/** Philosophers whose forks lock themselves. */
public class WrappedForksDeadlock {
  static class Fork {
    private final ReentrantLock lock = new ReentrantLock();

    void pickUp() {
      lock.lock();  //~ deadlock A*: wants
    }

    void putDown() {
      lock.unlock();
    }
  }

  static class Philosopher extends Thread {
    private final Fork left, right;

    Philosopher(Fork left, Fork right) {
      this.left = left;
      this.right = right;
    }

    @Override public void run() {
      left.pickUp();
      right.pickUp();
      right.putDown();
      left.putDown();
    }
  }

  public static void main(String[] arguments) {
    Fork[] forks = new Fork[3];
    for (int i = 0; i < 3; i++) forks[i] = new Fork();
    for (int i = 0; i < 3; i++) new Philosopher(forks[i], forks[(i + 1) % 3]).start();
  }
}
