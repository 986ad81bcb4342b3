import java.util.stream.IntStream;

// `Fork::new` stands there once, and makes a fork each time it is called.
public class ForksByReferenceDeadlock {
  static class Fork {
    final int number;

    Fork(int number) {
      this.number = number;
    }
  }

  static class Philosopher extends Thread {
    private final Fork left;
    private final Fork right;

    Philosopher(Fork left, Fork right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public void run() {
      synchronized (left) {
        synchronized (right) {  //~ deadlock A*: wants
          System.out.println(left.number + " and " + right.number);
        }
      }
    }
  }

  public static void main(String[] arguments) {
    Fork[] forks = IntStream.range(0, 3).mapToObj(Fork::new).toArray(Fork[]::new);
    for (int i = 0; i < forks.length; i++) {
      new Philosopher(forks[i], forks[(i + 1) % forks.length]).start();
    }
  }
}
