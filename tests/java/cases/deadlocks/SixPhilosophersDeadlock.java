// Six at a round table, each of whom takes the fork at the left first: a circle of six.
public class SixPhilosophersDeadlock {
  static class Fork {
    int uses;
  }

  static class Philosopher extends Thread {
    final Fork left, right;

    Philosopher(Fork left, Fork right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public void run() {
      for (int meal = 0; meal < 10; meal++) eat();
    }

    void eat() {
      synchronized (left) {
        synchronized (right) {  //~ deadlock A*****: wants
          left.uses++;
          right.uses++;
        }
      }
    }
  }

  public static void main(String[] arguments) {
    Fork one = new Fork();
    Fork two = new Fork();
    Fork three = new Fork();
    Fork four = new Fork();
    Fork five = new Fork();
    Fork six = new Fork();
    new Philosopher(one, two).start();
    new Philosopher(two, three).start();
    new Philosopher(three, four).start();
    new Philosopher(four, five).start();
    new Philosopher(five, six).start();
    new Philosopher(six, one).start();
  }
}
