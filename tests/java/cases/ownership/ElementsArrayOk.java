// Each thread runs another worker of the array.
public class ElementsArrayOk {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Worker[] workers = new Worker[4];
    Thread[] threads = new Thread[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
      threads[i] = new Thread(workers[i]);
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }
}
