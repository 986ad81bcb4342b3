import java.util.List;

// Two threads have one worker.
class ListByNumberRacy {
  static class Worker implements Runnable {
    private int count;

    @Override
    public void run() {
      count++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Worker> workers = List.of(new Worker(), new Worker());
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 2; i++) threads[i] = new Thread(workers.get(i / 2));
    threads[2] = new Thread(() -> System.out.println("another"));
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    for (Worker worker : workers) System.out.println(worker.count);
  }
}
