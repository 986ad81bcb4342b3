// Each worker has one slot; main waits for them one by one, and looks at the last slot every time.
public class OtherSlotRacy {
  public static void main(String[] arguments) throws InterruptedException {
    long[] sums = new long[4];
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int slot = i;
      workers[i] = new Thread(() -> {
        sums[slot] = slot;  //~ data-race A([]): write
      });
      workers[i].start();
    }
    long all = 0;
    for (int i = 0; i < 4; i++) {
      workers[i].join();
      all += sums[3];  //~ data-race A([]): read
    }
    System.out.println(all);
  }
}
