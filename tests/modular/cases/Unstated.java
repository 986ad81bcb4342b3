// Classes that promise nothing: that they lock says that they are shared.
package unstated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Statistics {
  private long sum;
  private int count;
  private volatile boolean isEnabled;

  synchronized void add(long value) { sum += value; count++; }
  synchronized double meanOk() { return count == 0 ? 0 : (double) sum / count; }
  long sumBad() { return sum; }
  String textBad() { return "Statistics of " + count; }
  void enableOk() { isEnabled = true; }
  boolean isEnabledOk() { return isEnabled; }
}

// A queue with wait and notify.
class Mailbox {
  private final Deque<String> letters = new ArrayDeque<>();
  private boolean isClosed;

  synchronized void put(String letter) { letters.add(letter); notifyAll(); }
  synchronized String take() throws InterruptedException {
    while (letters.isEmpty() && !isClosed) wait();
    return letters.poll();
  }
  String peekBad() { return letters.peek(); }
  synchronized void close() { isClosed = true; notifyAll(); }
  boolean isClosedBad() { return isClosed; }
}

// Copied on write: right with volatile only.
class Listeners {
  private List<Runnable> plain = List.of();
  private volatile List<Runnable> visible = List.of();

  synchronized void add(Runnable each) {
    List<Runnable> copy = new ArrayList<>(plain);
    copy.add(each);
    plain = copy;
  }
  void fireBad() { for (Runnable each : plain) each.run(); }
  synchronized void addOk(Runnable each) {
    List<Runnable> copy = new ArrayList<>(visible);
    copy.add(each);
    visible = copy;
  }
  void fireOk() { for (Runnable each : visible) each.run(); }
}

class Lifecycle {
  private Thread thread;
  private boolean isStopped;

  synchronized void start() { if (thread == null) thread = new Thread(this::loop); thread.start(); }
  private void loop() { while (!isStoppedOk()) Thread.yield(); }
  synchronized boolean isStoppedOk() { return isStopped; }
  synchronized void stopOk() { isStopped = true; }
  void joinBad() throws InterruptedException { thread.join(); }
}

class LazySingleton {
  private static LazySingleton instance;
  private static LazySingleton other;

  static synchronized LazySingleton getOk() {
    if (instance == null) instance = new LazySingleton();
    return instance;
  }
  static synchronized LazySingleton getOther() {
    if (other == null) other = new LazySingleton();
    return other;
  }
  static void resetBad() { other = null; }
}

// Private methods belong to those who call them.
class Helpers {
  private final Map<String, Integer> counts = new HashMap<>();
  private int version, size;

  synchronized void addOk(String key) { bump(key); }
  synchronized void removeOk(String key) { counts.remove(key); size--; }
  private void bump(String key) { counts.merge(key, 1, Integer::sum); size++; }
  synchronized void change() { changed(); }
  private void changed() { version++; }
  void touchBad() { changed(); }
}

class Inherited {
  protected int level;

  synchronized void raise() { level++; }
  synchronized int levelOk() { return level; }
}

class InheritedBare extends Inherited {
  int doubledBad() { return level * 2; }
  @Override synchronized int levelOk() { return super.levelOk() + 1; }
}

// Locks with all their ways.
class Ways {
  private final ReentrantLock lock = new ReentrantLock();
  private int a, b, c, d;

  boolean triedOk() throws InterruptedException {
    if (!lock.tryLock(1, TimeUnit.SECONDS)) throw new IllegalStateException();
    try { a++; return a > 3; } finally { lock.unlock(); }
  }
  void keptOk() {
    boolean has = lock.tryLock();
    if (has) {
      try { a--; } finally { lock.unlock(); }
    }
  }
  void keptTwiceOk() {
    boolean has = lock.tryLock();
    try {
      if (has) b++;
    } finally {
      if (has) lock.unlock();
    }
  }
  int loopOk() {
    while (true) {
      lock.lock();
      try { if (b > 10) return b; b++; } finally { lock.unlock(); }
    }
  }
  void write() { lock.lock(); try { c = 1; d = 1; } finally { lock.unlock(); } }
  void eitherBad() {
    boolean has = lock.tryLock();
    c++;
    if (has) lock.unlock();
  }
  int caughtBad() {
    try { lock.lock(); d++; } catch (RuntimeException e) { d = 0; } finally { lock.unlock(); }
    return d;
  }
}

// As the documentation of the class shows it.
class CachedData {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private Object data;
  private volatile boolean isValid;
  private int uses, moves;

  Object useOk() {
    lock.readLock().lock();
    if (!isValid) {
      lock.readLock().unlock();
      lock.writeLock().lock();
      try {
        if (!isValid) { data = new Object(); isValid = true; }
        lock.readLock().lock();
      } finally {
        lock.writeLock().unlock();
      }
    }
    try { return data; } finally { lock.readLock().unlock(); }
  }
  void downgradedBad() {
    lock.writeLock().lock();
    lock.readLock().lock();
    lock.writeLock().unlock();
    try { uses++; } finally { lock.readLock().unlock(); }
  }
  void raisedOk() {
    lock.writeLock().lock();
    try { moves++; } finally { lock.writeLock().unlock(); }
  }
}

// One lock for each part of a table.
class Striped {
  private final Object[] locks = new Object[16];
  private final int[] counts = new int[16];
  private final Lock[] held = new Lock[16];

  void addOk(int key) { synchronized (locks[key & 15]) { counts[key & 15]++; } }
  int readOk(int key) { synchronized (locks[key & 15]) { return counts[key & 15]; } }
}

// A lock that is given back by closing what was returned.
class Closing {
  interface Held extends AutoCloseable { @Override void close(); }

  private final ReentrantLock lock = new ReentrantLock();
  private int count, late;

  private Held hold() { lock.lock(); return lock::unlock; }
  void addOk() { try (Held held = hold()) { count++; } }
  int readOk() { lock.lock(); try { return count; } finally { lock.unlock(); } }
  void set() { lock.lock(); try { late = 1; } finally { lock.unlock(); } }
  void behindBad() {  //~ FN that close gives the lock back is not known
    try (Held held = hold()) { held.hashCode(); }
    late++;
  }
}

// What runs in one thread only.
class OneThread {
  private final ExecutorService one = Executors.newSingleThreadExecutor();
  private final ExecutorService many = Executors.newFixedThreadPool(4);
  private final ExecutorService single = Executors.newFixedThreadPool(1);
  private int count, shared, seen, kept;

  void keepOk() { single.execute(() -> kept++); }
  void keepLessOk() { single.execute(() -> kept--); }
  void addOk() { one.execute(() -> count++); }
  void removeOk() { one.execute(() -> count--); }
  void shareBad() { many.execute(() -> shared++); }
  void unshareBad() { many.execute(() -> shared--); }
  void seeBad() { one.execute(() -> seen++); }
  int seenBad() { return seen; }
}

// Functions that run under a lock taken by who gets them.
class Around {
  private final Lock lock = new ReentrantLock();
  private int inside, bare;

  private void locked(Runnable body) {
    lock.lock();
    try { body.run(); } finally { lock.unlock(); }
  }
  void addOk() { locked(() -> inside++); }
  void removeOk() { locked(() -> inside--); }
  void setOk() { lock.lock(); try { inside = 0; } finally { lock.unlock(); } }
  void write() { locked(() -> bare++); }
  int readBad() { return bare; }
}

final class Locking {
  static <T> T under(Lock lock, java.util.function.Supplier<T> body) {
    lock.lock();
    try { return body.get(); } finally { lock.unlock(); }
  }
}

class AroundByOther {
  private final Lock lock = new ReentrantLock();
  private int value, bare;

  int nextOk() { return Locking.under(lock, () -> ++value); }
  void clearOk() { lock.lock(); try { value = 0; } finally { lock.unlock(); } }
  int write() { return Locking.under(lock, () -> ++bare); }
  void clearBad() { bare = 0; }
}

// By way of others: functions in functions, through two helpers, through oneself.
class AroundFar {
  private final Lock lock = new ReentrantLock();
  private int wrapped, twice, again, bare, either;

  private void locked(Runnable body) {
    lock.lock();
    try { body.run(); } finally { lock.unlock(); }
  }
  private void wrap(Runnable body) { locked(() -> { body.run(); wrapped++; }); }
  private void pass(Runnable body) { locked(body); }
  private void repeat(Runnable body, int times) {
    lock.lock();
    try {
      if (times > 0) repeat(body, times - 1);
      body.run();
    } finally {
      lock.unlock();
    }
  }
  private void sometimes(Runnable body, boolean isLocked) {
    if (isLocked) locked(body);
    else body.run();
  }
  void wrapOk() { wrap(() -> wrapped--); }
  void passOk() { pass(() -> twice++); }
  void repeatOk() { repeat(() -> again++, 3); }
  int readOk() { lock.lock(); try { return wrapped + twice + again; } finally { lock.unlock(); } }
  void write() { pass(() -> bare++); }
  int readBad() { return bare; }
  void sometimesBad(boolean isLocked) { sometimes(() -> either++, isLocked); }
  void always() { lock.lock(); try { either--; } finally { lock.unlock(); } }
}
