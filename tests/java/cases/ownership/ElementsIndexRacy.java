// Two threads run each worker of the array.
public class ElementsIndexRacy {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) throws Exception {
    Worker[] workers = new Worker[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
    }
    for (int i = 0; i < 8; i++) {
      new Thread(workers[i / 2]).start();
    }
  }
}
