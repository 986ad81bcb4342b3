// Everybody takes the left fork first.
public class DiningDeadlock {
  static class Philosopher extends Thread {
    private final Object left, right;

    Philosopher(Object left, Object right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public void run() {
      synchronized (left) {
        synchronized (right) {  //~ deadlock A*: wants
          System.out.println("eats");
        }
      }
    }
  }

  public static void main(String[] arguments) {
    Object[] forks = new Object[5];
    for (int i = 0; i < forks.length; i++) forks[i] = new Object();
    for (int i = 0; i < forks.length; i++)
      new Philosopher(forks[i], forks[(i + 1) % forks.length]).start();
  }
}
