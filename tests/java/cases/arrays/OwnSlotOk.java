// Each worker has one slot; main reads them when all have ended.
public class OwnSlotOk {
  public static void main(String[] arguments) throws InterruptedException {
    long[] sums = new long[4];
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int slot = i;
      workers[i] = new Thread(() -> sums[slot] += slot);
      workers[i].start();
    }
    long all = 0;
    for (int i = 0; i < 4; i++) {
      workers[i].join();
      all += sums[i];
    }
    System.out.println(all);
  }
}
