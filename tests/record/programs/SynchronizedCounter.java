// races: none
public class SynchronizedCounter {
  private int inMethod, inBlock;
  private static int inStatic;
  private final Object lock = new Object();

  synchronized void method() {
    inMethod++;
  }

  void block() {
    synchronized (lock) {
      inBlock++;
    }
  }

  static synchronized void statically(boolean fails) {
    inStatic++;
    if (fails) throw new IllegalStateException();
  }

  static void sameLock() {
    synchronized (SynchronizedCounter.class) {
      inStatic++;
    }
  }

  public static void main(String[] arguments) throws Exception {
    SynchronizedCounter counter = new SynchronizedCounter();
    Runnable work = () -> {
      for (int each = 0; each < 1000; each++) {
        counter.method();
        counter.block();
        sameLock();
        try {
          statically(each % 2 == 0);
        } catch (IllegalStateException expected) {
          // the lock was given back
        }
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(counter.inMethod + " " + counter.inBlock + " " + inStatic);
  }
}
