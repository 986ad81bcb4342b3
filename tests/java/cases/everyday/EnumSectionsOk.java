import java.util.concurrent.locks.ReentrantLock;

// Sections of a stadium, each with a lock and a number of guests.
public class EnumSectionsOk {
  enum Section {
    NORTH, SOUTH;

    private final ReentrantLock lock = new ReentrantLock();
    private int guests;

    void admit() {
      lock.lock();
      try {
        guests++;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] arguments) {
    for (Section section : Section.values()) {
      new Thread(section::admit).start();
      new Thread(section::admit).start();
    }
  }
}
