// races: RepeatsInCode$Cell.behind, RepeatsInCode$Cell.written, RepeatsInCode$Cell.touched, RepeatsInCode$Cell.moved
import java.util.concurrent.CountDownLatch;

/** Accesses that seem to repeat one before, and of which only the second races. */
public class RepeatsInCode {
  static class Cell {
    int before, behind, written, touched, moved;
    volatile boolean isSet;

    void publish() {
      before = 1;
      if (before > 0) before = 2;
      behind = 1;
      isSet = true;
      behind = 2;
      if (written < 5) written = 3;
    }

    int look() {
      while (!isSet) Thread.onSpinWait();
      return before + behind + written + touched + moved;
    }
  }

  static void touch(Cell cell) {
    cell.touched++;
  }

  static void move(Cell own, Cell shared) {
    Cell cell = own;
    cell.moved = 1;
    cell = shared;
    cell.moved = 1;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Cell own = new Cell(), shared = new Cell();
    CountDownLatch ready = new CountDownLatch(2);
    Thread writer = new Thread(() -> {
      ready.countDown();
      shared.publish();
      touch(own);
      touch(shared);
      move(own, shared);
    });
    Thread reader = new Thread(() -> {
      ready.countDown();
      shared.look();
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(shared.before + own.moved + own.touched);
  }
}
