// Classes that say what they promise, the way their users write them.
package stated;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import javax.swing.SwingUtilities;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface Immutable {}
@Retention(RetentionPolicy.CLASS) @interface GuardedBy { String value(); }
@Retention(RetentionPolicy.CLASS) @interface UiThread {}
@Retention(RetentionPolicy.CLASS) @interface WorkerThread {}

@ThreadSafe
class Metrics {
  private final AtomicLong requests = new AtomicLong();
  private final LongAdder bytes = new LongAdder();
  private volatile long last;
  private long errors;

  void requestOk(int size) { requests.incrementAndGet(); bytes.add(size); }
  void lastOk(long now) { last = now; }
  long meanOk() { return requests.get() == 0 ? 0 : bytes.sum() / requests.get(); }
  void errorBad() { errors++; }
  String textBad() { return "errors " + errors + ", last " + last; }
}

// A bounded buffer with conditions.
@ThreadSafe
class Buffer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  @GuardedBy("lock") private final Object[] items = new Object[16];
  @GuardedBy("lock") private int count;

  void put(Object item) {
    lock.lock();
    try { items[count++] = item; notEmpty.signal(); } finally { lock.unlock(); }
  }
  Object take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0) notEmpty.await();
      return items[--count];
    } finally {
      lock.unlock();
    }
  }
  boolean isEmptyBad() { return count == 0; }
}

// Functions under a lock, and functions that only look as if they were.
class Totals {
  private final Object lock = new Object();
  @GuardedBy("lock") private int total;

  void sum(List<Integer> of) { synchronized (lock) { of.forEach(each -> total += each); } }
  void laterBad(Executor pool) { synchronized (lock) { pool.execute(() -> total++); } }
  void later(Executor pool) { pool.execute(() -> { synchronized (lock) { total++; } }); }
  Runnable returnedBad() { return () -> total++; }  //~ FN nobody is seen to run it
}

class TotalsRight {
  private final Object lock = new Object();
  @GuardedBy("lock") private int total;

  void sumOk(List<Integer> of) { synchronized (lock) { of.forEach(each -> total += each); } }
  void laterOk(Executor pool) { pool.execute(() -> { synchronized (lock) { total++; } }); }
}

class TotalsOfOther {
  private int total;

  void takeOk() {
    new Thread(new Runnable() {
      @Override public void run() { synchronized (TotalsOfOther.this) { total++; } }
    }).start();
  }
  synchronized int totalOk() { return total; }
}

// In an anonymous class `this` is another one.
class WrongThis {
  private int total;

  void take() {
    new Thread(new Runnable() {
      @Override public void run() { stepBad(); }
      private void stepBad() { synchronized (this) { total++; } }
    }).start();
  }
  synchronized int totalBad() { return total; }
}

// Two objects of one class.
class Money {
  @GuardedBy("this") private long cents;

  synchronized void add(long more) { cents += more; }
  synchronized boolean isMoreBad(Money than) { return cents > than.cents; }
  boolean isMoreOk(Money than) { long own = read(); return own > than.read(); }
  // Two that compare each other wait for each other.
  synchronized boolean isMoreLockedBad(Money than) { return cents > than.read(); }
  private synchronized long read() { return cents; }
  static Money copyBad(Money of) { Money copy = new Money(); copy.cents = of.cents; return copy; }
  static Money copyOk(Money of) {
    Money copy = new Money();
    synchronized (of) { copy.cents = of.cents; }
    return copy;
  }
}

class GlobalLocks {
  static final Object CONFIG = new Object();
}

class Configured {
  @GuardedBy("GlobalLocks.CONFIG") private static String name = "a";

  static void rename(String to) { synchronized (GlobalLocks.CONFIG) { name = to; } }
  static String nameOk() { synchronized (GlobalLocks.CONFIG) { return name; } }
  static synchronized String nameBad() { return name; }
}

class GuardedAbove {
  protected final Object lock = new Object();
  @GuardedBy("lock") protected int count;

  void bump() { synchronized (lock) { count++; } }
}

class GuardedBelow extends GuardedAbove {
  void againOk() { synchronized (lock) { count++; } }
  void againBad() { count++; }
  synchronized int readBad() { return count; }
}

@Immutable
class Name {
  private final String text;
  private int hash;

  Name(String text) { this.text = text; }
  int hashOk() { if (hash == 0) hash = text.hashCode(); return hash; }
}

@ThreadSafe
class Directory {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> entries = new HashMap<>();

  private final Map<String, String> safe = new HashMap<>();

  String getOk(String key) {
    lock.readLock().lock();
    try { return safe.get(key); } finally { lock.readLock().unlock(); }
  }
  void putOk(String key, String value) {
    lock.writeLock().lock();
    try { safe.put(key, value); } finally { lock.writeLock().unlock(); }
  }
  void put(String key, String value) {
    lock.writeLock().lock();
    try { entries.put(key, value); } finally { lock.writeLock().unlock(); }
  }
  void removeBad(String key) {
    lock.readLock().lock();
    try { entries.remove(key); } finally { lock.readLock().unlock(); }
  }
  List<String> keysBad() { return new ArrayList<>(entries.keySet()); }
}

// What is guarded goes out.
class Leaky {
  private final List<String> names = new ArrayList<>();

  synchronized void add(String name) { names.add(name); }
  synchronized List<String> names() { return names; }
  static int countBad(Leaky of) {  //~ FN what a List does depends on which it is
    return of.names().size();
  }
  synchronized List<String> copyOk() { return new ArrayList<>(names); }
}

// Claims that only one can win.
@ThreadSafe
class Service {
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private Thread thread;
  private Thread seen;

  void startOk() {
    if (!isStarted.compareAndSet(false, true)) return;
    thread = new Thread(() -> {});
    thread.start();
  }
  void openBad() { if (isStarted.compareAndSet(false, true)) seen = new Thread(() -> {}); }
  void stopBad() { if (seen != null) seen.interrupt(); }
}

@ThreadSafe
class Snapshot {
  private final AtomicReference<Map<String, String>> now = new AtomicReference<>(Map.of());
  private Map<String, String> plain = Map.of();

  String getOk(String key) { return now.get().get(key); }
  void putOk(String key) {
    now.updateAndGet(old -> {
      Map<String, String> copy = new HashMap<>(old);
      copy.put(key, key);
      return copy;
    });
  }
  String plainBad(String key) { return plain.get(key); }
  void replaceBad(Map<String, String> by) { plain = new HashMap<>(by); }
}

@ThreadSafe
class Cache {
  private final ConcurrentHashMap<String, List<String>> lists = new ConcurrentHashMap<>();
  private final Map<String, String> wrapped = Collections.synchronizedMap(new HashMap<>());
  private int loads;

  // Two keys are computed at once.
  List<String> loadBad(String key) {  //~ FN one lock stands for those of all keys
    return lists.computeIfAbsent(key, k -> { loads++; return new ArrayList<>(); });
  }
  void appendBad(String key, String value) {  //~ FN what is in a collection has no name
    lists.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
  }
  void replaceOk(String key, String value) { lists.put(key, List.of(value)); }
  void wrapOk(String key) { wrapped.put(key, key); }
  int walkBad() {  //~ FN what is safe call by call is taken to be safe in a loop
    int sum = 0;
    for (String key : wrapped.keySet()) sum += key.length();
    return sum;
  }
  int walkOk() {
    int sum = 0;
    synchronized (wrapped) { for (String key : wrapped.keySet()) sum += key.length(); }
    return sum;
  }
}

@ThreadSafe
class Dates {
  private static final SimpleDateFormat SHARED = new SimpleDateFormat("yyyy");
  private static final SimpleDateFormat LOCKED = new SimpleDateFormat("yyyy");
  private static final ThreadLocal<SimpleDateFormat> OWN =
      ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
  private static final Random RANDOM = new Random();

  String sharedBad(Date of) { return SHARED.format(of); }
  String lockedOk(Date of) { synchronized (LOCKED) { return LOCKED.format(of); } }
  String ownOk(Date of) { return OWN.get().format(of); }
  String freshOk(Date of) { return new SimpleDateFormat("yyyy").format(of); }
  int randomOk() { return RANDOM.nextInt(); }
}

// One permit is a lock.
@ThreadSafe
class OnePermit {
  private final Semaphore permit = new Semaphore(1);
  private int used, bare;

  void useOk() throws InterruptedException {
    permit.acquire();
    try { used++; } finally { permit.release(); }
  }
  void bareBad() { bare++; }
}

// A lock that changes with what it is for is none.
class Boxed {
  private Integer count = 0;

  void addBad() { synchronized (count) { count++; } }
  int readBad() { synchronized (count) { return count; } }
}

class Replaced {
  private List<String> list = new ArrayList<>();

  void clearBad() { synchronized (list) { list = new ArrayList<>(); } }
  void addBad(String each) { synchronized (list) { list.add(each); } }
}

class ByClass {
  private static int total;

  void addBad() { synchronized (getClass()) { total++; } }
  static synchronized void resetBad() { total = 0; }
}

// The thread of the user interface.
class Panel {
  private int shown, mixed;

  @WorkerThread void loadedOk(int value) { SwingUtilities.invokeLater(() -> shown = value); }
  @UiThread int shownOk() { return shown; }
  @WorkerThread void mixedBad(int value) { mixed = value; }
  @UiThread void paintBad() { System.out.println(mixed); }
}

@ThreadSafe
class Label {
  private String text = "";

  void setOk(String to) {
    if (SwingUtilities.isEventDispatchThread()) {
      text = to;
    } else {
      SwingUtilities.invokeLater(() -> text = to);
    }
  }
}

@ThreadSafe
class Optimistic {
  private final StampedLock lock = new StampedLock();
  private double x, y, z;

  void moveOk(double by) {  //~ FP an optimistic read holds nothing, and is tested later
    long stamp = lock.writeLock();
    try { x += by; y += by; } finally { lock.unlockWrite(stamp); }
  }
  void raise(double by) {
    long stamp = lock.writeLock();
    try { z += by; } finally { lock.unlockWrite(stamp); }
  }
  double sumOk() {  //~ FP the same
    long stamp = lock.tryOptimisticRead();
    double sum = x + y;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try { sum = x + y; } finally { lock.unlockRead(stamp); }
    }
    return sum;
  }
  double heightBad() { return z; }
}

// What an interface promises, in what it does by default.
@ThreadSafe
interface Counts {
  int getBad();

  void setBad(int to);

  default void increment() { setBad(getBad() + 1); }
}

class PlainCounts implements Counts {
  private int count;

  @Override public int getBad() { return count; }
  @Override public void setBad(int to) { count = to; }
}
