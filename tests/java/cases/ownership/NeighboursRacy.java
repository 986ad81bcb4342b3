// Each thread is given a counter made for it, and the one of the thread before.
public class NeighboursRacy {
  static class Counter {
    int count;
  }

  static class Worker implements Runnable {
    private final Counter mine;
    private final Counter before;

    Worker(Counter mine, Counter before) {
      this.mine = mine;
      this.before = before;
    }

    @Override
    public void run() {
      touch(mine);
      if (before != null) {
        touch(before);
      }
    }

    private static void touch(Counter counter) {
      counter.count = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    Counter before = null;
    for (int i = 0; i < 4; i++) {
      Counter mine = new Counter();
      new Thread(new Worker(mine, before)).start();
      before = mine;
    }
  }
}
