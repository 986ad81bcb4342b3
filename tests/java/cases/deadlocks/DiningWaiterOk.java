import java.util.concurrent.Semaphore;

// A waiter lets one philosopher less than there are forks sit down.
public class DiningWaiterOk {
  static class Philosopher extends Thread {
    private final Object left, right;
    private final Semaphore chairs;

    Philosopher(Object left, Object right, Semaphore chairs) {
      this.left = left;
      this.right = right;
      this.chairs = chairs;
    }

    @Override
    public void run() {
      chairs.acquireUninterruptibly();
      synchronized (left) {
        synchronized (right) {
          System.out.println("eats");
        }
      }
      chairs.release();
    }
  }

  public static void main(String[] arguments) {
    Object[] forks = new Object[5];
    Semaphore chairs = new Semaphore(4);
    for (int i = 0; i < forks.length; i++) forks[i] = new Object();
    for (int i = 0; i < forks.length; i++)
      new Philosopher(forks[i], forks[(i + 1) % forks.length], chairs).start();
  }
}
