import java.util.concurrent.locks.ReentrantLock;

// A lock in each task, and one counter for all tasks.
public class LockPerInstanceRacy {
  private static int total;

  static class Task implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public void run() {
      lock.lock();
      try {
        total++;  //~ data-race A*: read, write
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      new Thread(new Task()).start();
    }
  }
}
