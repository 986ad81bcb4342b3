// Each worker has one slot; main reads it before it waits for that worker.
public class SlotBeforeJoinRacy {
  public static void main(String[] arguments) throws InterruptedException {
    long[] sums = new long[4];
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int slot = i;
      workers[i] = new Thread(() -> sums[slot] = slot);  //~ data-race A([]): write
      workers[i].start();
    }
    long all = 0;
    for (int i = 0; i < 4; i++) {
      all += sums[i];  //~ data-race A([]): read
      workers[i].join();
    }
    System.out.println(all);
  }
}
