// races: Downgrading.racy
import java.util.*;
import java.util.concurrent.locks.*;
public class Downgrading {
  static int guarded, racy, downgraded, waited;
  static final Map<String, Integer> cache = new HashMap<>();
  static final ReadWriteLock rw = new ReentrantReadWriteLock(true);
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static boolean ready;
  static int lookup(String k) {
    rw.readLock().lock();
    try {
      Integer v = cache.get(k);
      if (v != null) return v;
    } finally {
      rw.readLock().unlock();
    }
    rw.writeLock().lock();
    try {
      cache.put(k, k.length());
      downgraded++;
      rw.readLock().lock();
    } finally {
      rw.writeLock().unlock();
    }
    try {
      return cache.get(k) + guarded;
    } finally {
      rw.readLock().unlock();
    }
  }
  public static void main(String[] a) throws Exception {
    Runnable work = () -> {
      racy++;
      for (int i = 0; i < 30; i++) lookup("k" + Thread.currentThread().getId() + i % 5);
    };
    Thread one = new Thread(work), two = new Thread(work);
    Thread waiter = new Thread(() -> {
      lock.lock();
      try {
        while (!ready) changed.awaitUninterruptibly();
        waited++;
      } finally {
        lock.unlock();
      }
    });
    one.start();
    two.start();
    waiter.start();
    lock.lock();
    try {
      waited = 1;
      ready = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    one.join();
    two.join();
    waiter.join();
    System.out.println(cache.size() + " " + waited);
  }
}
