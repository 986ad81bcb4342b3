import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// A flag under an explicit lock, with its condition.
public class FlagUnderConditionOk {
  static class Startup {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition started = lock.newCondition();
    private boolean done;
    String address;

    void finish() {
      lock.lock();
      try {
        done = true;
        started.signalAll();
      } finally {
        lock.unlock();
      }
    }

    void await() throws InterruptedException {
      lock.lock();
      try {
        while (!done) {
          started.await();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Startup startup = new Startup();
    Thread server = new Thread(() -> {
      startup.address = "localhost";
      startup.finish();
    });
    server.start();
    startup.await();
    System.out.println(startup.address);
  }
}
