// races: Interrupts.racy
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class Interrupts {
  static int bySleep, byFlag, byWait, byPark, byStatic, racy, byAlive, byState, byTimed;
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
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> {
      racy++;
      sleepUntilInterrupted();
      bySleep++;
      while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
      byFlag++;
      Thread.interrupted();
      Object o = new Object();
      synchronized (o) {
        try {
          o.wait(10_000);
        } catch (InterruptedException e) {
        }
      }
      byWait++;
      while (!Thread.interrupted()) LockSupport.parkNanos(1_000_000);
      byPark++;
    });
    t.start();
    bySleep = 1;
    t.interrupt();
    Thread.sleep(100);
    byFlag = 1;
    t.interrupt();
    Thread.sleep(100);
    byWait = 1;
    t.interrupt();
    Thread.sleep(100);
    byPark = 1;
    t.interrupt();
    racy++;
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
