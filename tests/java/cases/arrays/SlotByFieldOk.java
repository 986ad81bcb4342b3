// Each worker has a number of its own, and the slot of that number.
public class SlotByFieldOk {
  static class Worker implements Runnable {
    private final int number;
    private final int[] results;

    Worker(int number, int[] results) {
      this.number = number;
      this.results = results;
    }

    @Override
    public void run() {
      results[number] = 1;
    }
  }

  public static void main(String[] arguments) {
    int[] results = new int[4];
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker(i, results)).start();
    }
  }
}
