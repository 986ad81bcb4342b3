// races: InheritedLocks.racy
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
public class InheritedLocks {
  static class Segment extends ReentrantLock {
    int count;
    void add() {
      lock();
      try {
        count++;
      } finally {
        unlock();
      }
    }
    boolean tryAdd() {
      if (!tryLock()) return false;
      try {
        count++;
        return true;
      } finally {
        unlock();
      }
    }
  }
  static class Loud extends ReentrantLock {
    @Override
    public void lock() {
      super.lock();
    }
    @Override
    public void unlock() {
      super.unlock();
    }
  }
  static class Gate extends AtomicBoolean {
    int inside;
  }
  static class Cell extends AtomicReference<String> {
    int payload;
  }
  static class Door extends CountDownLatch {
    Door() {
      super(1);
    }
  }
  static class Permits extends Semaphore {
    Permits() {
      super(1);
    }
  }
  static class Rw extends ReentrantReadWriteLock {}
  static int racy, loud, permitted, behindDoor, rwGuarded;
  public static void main(String[] a) throws Exception {
    Segment segment = new Segment();
    Loud l = new Loud();
    Gate gate = new Gate();
    Cell cell = new Cell();
    Door door = new Door();
    Permits permits = new Permits();
    Rw rw = new Rw();
    Runnable work = () -> {
      for (int i = 0; i < 40; i++) {
        segment.add();
        segment.tryAdd();
        l.lock();
        try {
          loud++;
        } finally {
          l.unlock();
        }
        Lock asLock = l;
        asLock.lock();
        try {
          loud++;
        } finally {
          asLock.unlock();
        }
        while (!gate.compareAndSet(false, true)) Thread.onSpinWait();
        gate.inside++;
        gate.set(false);
        permits.acquireUninterruptibly();
        permitted++;
        permits.release();
        rw.writeLock().lock();
        rwGuarded++;
        rw.writeLock().unlock();
        racy++;
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    Thread reader = new Thread(() -> {
      while (cell.get() == null) Thread.onSpinWait();
      cell.payload++;
      try {
        door.await();
      } catch (InterruptedException e) {
      }
      behindDoor++;
    });
    reader.start();
    one.start();
    two.start();
    cell.payload = 4;
    cell.set("there");
    behindDoor = 3;
    door.countDown();
    one.join();
    two.join();
    reader.join();
    System.out.println(loud + " " + permitted + " " + gate.inside + " " + cell.payload + " " + behindDoor
        + " " + rwGuarded + " " + (segment.count >= 80));
  }
}
