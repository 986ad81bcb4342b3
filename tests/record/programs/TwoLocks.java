// races: TwoLocks.value
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class TwoLocks {
  static int value;

  static void add(Lock lock) {
    lock.lock();
    value++;
    lock.unlock();
  }

  public static void main(String[] arguments) throws Exception {
    Lock first = new ReentrantLock(), second = new ReentrantLock();
    Thread one = new Thread(() -> add(first)), two = new Thread(() -> add(second));
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
