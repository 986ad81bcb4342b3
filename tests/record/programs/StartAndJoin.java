// races: none
public class StartAndJoin {
  static int before, after;
  static double[] results = new double[4];

  static class Worker extends Thread {
    final int index;

    Worker(int index) {
      this.index = index;
    }

    @Override
    public void run() {
      results[index] = before + index;
      if (index == 0) after = 7;
    }
  }

  public static void main(String[] arguments) throws Exception {
    before = 5;
    Worker[] workers = new Worker[4];
    for (int each = 0; each < 4; each++) {
      workers[each] = new Worker(each);
      workers[each].start();
    }
    for (Worker worker : workers) worker.join();
    double sum = after;
    for (double result : results) sum += result;
    System.out.println(sum);
  }
}
