import java.util.ArrayList;
import java.util.List;

/** Each worker also takes the first element of the next one. */
public class ChunksByFieldRacy {
  static class Worker extends Thread {
    private final double[] numbers;
    private final int from;
    private final int to;

    Worker(double[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      for (int i = from; i < to; i++) {
        numbers[i] = Math.sqrt(numbers[i] + i);  //~ data-race A([])*: read, write
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    double[] numbers = new double[1000];
    List<Worker> workers = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      Worker worker = new Worker(numbers, k * 250, (k + 1) * 250 + 1);
      workers.add(worker);
      worker.start();
    }
    for (Worker worker : workers) worker.join();
    System.out.println(numbers[3]);
  }
}
