// The last of the workers lets the main thread go on.
public class CountUnderLockOk {
  static final int WORKERS = 4;
  static final Object LOCK = new Object();
  static int done;

  static class Worker extends Thread {
    final int id;
    long result;

    Worker(int id) {
      this.id = id;
    }

    @Override
    public void run() {
      result = id * 10L;
      synchronized (LOCK) {
        done++;
        LOCK.notifyAll();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Worker[] workers = new Worker[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      workers[i] = new Worker(i);
      workers[i].start();
    }
    synchronized (LOCK) {
      while (done < WORKERS) {
        LOCK.wait();
      }
    }
    long sum = 0;
    for (Worker worker : workers) {
      sum += worker.result;
    }
    System.out.println(sum);
  }
}
