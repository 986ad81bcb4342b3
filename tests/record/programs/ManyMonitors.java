// races: ManyMonitors.racy, ManyMonitors.wrongMonitor
import java.util.*;
public class ManyMonitors {
  static int racy, nested, wrongMonitor, thrown, waited, staticSync, reentered;
  final int[] slot = new int[1];
  boolean full;
  static synchronized void bump() {
    staticSync++;
  }
  synchronized void instance() {
    wrongMonitor++;
  }
  static void deep(Object l, int d) {
    synchronized (l) {
      reentered++;
      if (d > 0) deep(l, d - 1);
    }
  }
  static synchronized void fails() {
    thrown++;
    throw new IllegalStateException();
  }
  synchronized void put(int v) throws InterruptedException {
    while (full) wait();
    slot[0] = v;
    full = true;
    notifyAll();
  }
  synchronized int take() throws InterruptedException {
    while (!full) wait(100);
    full = false;
    notifyAll();
    return slot[0];
  }
  public static void main(String[] a) throws Exception {
    ManyMonitors shared = new ManyMonitors(), buffer = new ManyMonitors();
    Object l = new Object();
    int[] sum = new int[2];
    Thread[] all = new Thread[2];
    for (int n = 0; n < 2; n++) {
      int me = n;
      all[n] = new Thread(() -> {
        try {
          new ManyMonitors().instance(); // before any lock of both, so that no schedule orders the two
          for (int i = 0; i < 20; i++) {
            bump();
            new ManyMonitors().instance();
            deep(l, 3);
            try {
              fails();
            } catch (IllegalStateException e) {
            }
            synchronized (ManyMonitors.class) {
              staticSync++;
              thrown++;
            }
            synchronized (shared) {
              synchronized (l) {
                reentered++;
              }
              nested++;
            }
            if (me == 0)
              buffer.put(i);
            else
              sum[me] += buffer.take();
            racy++;
          }
        } catch (InterruptedException e) {
        }
      });
      all[n].start();
    }
    for (Thread t : all) t.join();
    System.out.println(staticSync + " " + nested + " " + thrown + " " + reentered + " " + sum[1]);
  }
}
