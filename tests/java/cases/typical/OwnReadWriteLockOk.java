// A lock for readers and writers of one's own.
public class OwnReadWriteLockOk {
  static class SharedLock {
    private int readers;
    private boolean writing;

    synchronized void read() throws InterruptedException {
      while (writing) wait();
      readers++;
    }

    synchronized void readDone() {
      readers--;
      notifyAll();
    }

    synchronized void write() throws InterruptedException {
      while (writing || readers > 0) wait();
      writing = true;
    }

    synchronized void writeDone() {
      writing = false;
      notifyAll();
    }
  }

  static final SharedLock LOCK = new SharedLock();
  static int value;

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(() -> {
      try {
        LOCK.write();
        value++;
        LOCK.writeDone();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
    LOCK.read();
    System.out.println(value);
    LOCK.readDone();
  }
}
