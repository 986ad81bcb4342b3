// Each thread is given a counter made for it, through a task made for it.
public class NeighboursOk {
  static class Counter {
    int count;
  }

  static class Worker implements Runnable {
    private final Counter mine;

    Worker(Counter mine) {
      this.mine = mine;
    }

    @Override
    public void run() {
      mine.count++;
    }
  }

  static Counter counter() {
    return new Counter();
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker(counter())).start();
    }
  }
}
