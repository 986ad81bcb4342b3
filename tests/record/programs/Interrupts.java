// races: Interrupts.racy
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class Interrupts {
  static int bySleep, byFlag, byWait, byPark, byStatic, racy, byAlive, byState, byTimed;
  /** Where the thread is: its news to the main thread, so that no interrupt comes too early. */
  static volatile int stage;
  static class Worker extends Thread {
    int result;
    @Override
    public void run() {
      result = 5;
    }
  }
  static void sleepUntilInterrupted() {
    try {
      Thread.sleep(10_000);
    } catch (InterruptedException e) {
    }
  }
  static void waitFor(int wanted) throws InterruptedException {
    while (stage < wanted) Thread.sleep(1);
  }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> {
      racy++;
      stage = 1;
      sleepUntilInterrupted();
      bySleep++;
      stage = 2;
      while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
      byFlag++;
      Thread.interrupted();
      stage = 3;
      Object o = new Object();
      synchronized (o) {
        try {
          o.wait(10_000);
        } catch (InterruptedException e) {
        }
      }
      byWait++;
      stage = 4;
      while (!Thread.interrupted()) LockSupport.parkNanos(1_000_000);
      byPark++;
    });
    t.start();
    racy++;
    waitFor(1);
    bySleep = 1;
    t.interrupt();
    waitFor(2);
    byFlag = 1;
    t.interrupt();
    waitFor(3);
    byWait = 1;
    t.interrupt();
    waitFor(4);
    byPark = 1;
    t.interrupt();
    t.join();
    Worker worker = new Worker();
    worker.start();
    while (worker.isAlive()) Thread.sleep(1);
    worker.result++;
    Thread other = new Thread(() -> byAlive = 3);
    other.start();
    while (other.getState() != Thread.State.TERMINATED) Thread.sleep(1);
    byAlive++;
    Thread third = new Thread(() -> byTimed = 3);
    third.start();
    while (third.isAlive()) third.join(5);
    byTimed++;
    System.out.println(bySleep + " " + byFlag + byWait + byPark + worker.result + byAlive + byTimed);
  }
}
