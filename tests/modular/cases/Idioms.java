package idioms;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

// A lock that is closed at the end of a try.
class Locker implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();

  Locker enter() { lock.lock(); return this; }
  @Override public void close() { lock.unlock(); }
}

class ClosedLock {
  private final Locker locker = new Locker();
  private int count;

  void addOk() { try (Locker held = locker.enter()) { count++; } }
  int readOk() { try (Locker held = locker.enter()) { return count; } }
}

class ClosedLockBare {
  private final Locker locker = new Locker();
  private int count;

  void add() { try (Locker held = locker.enter()) { count++; } }
  int readBad() { return count; }  //~ FN the lock hangs on another object of the object
}

// One object behind another, which locks for it.
class Plain {
  private int value;

  void set(int to) { value = to; }
  int get() { return value; }
}

@ThreadSafe
class Wrapper {
  private final Plain inner = new Plain();

  synchronized void setOk(int to) { inner.set(to); }
  synchronized int getOk() { return inner.get(); }
}

@ThreadSafe
class WrapperBare {
  private final Plain inner = new Plain();

  synchronized void set(int to) { inner.set(to); }
  int getBad() { return inner.get(); }
}

// Static and instance locks are two.
class MixedLocks {
  private static int total;

  static synchronized void addOk() { total++; }
  static synchronized int readOk() { return total; }
}

class MixedLocksBare {
  private static int total;

  static synchronized void add() { total++; }
  synchronized int readBad() { return total; }
}

// What runs later.
class Timed {
  private int ticks;

  void startBad(Timer timer) {
    timer.schedule(new TimerTask() { @Override public void run() { ticks++; } }, 1000);
  }
  int ticksBad() { return ticks; }
}

class TimedLocked {
  private int ticks;

  void startOk(Timer timer) {
    timer.schedule(new TimerTask() {
      @Override public void run() { synchronized (TimedLocked.this) { ticks++; } }
    }, 1000);
  }
  synchronized int ticksOk() { return ticks; }
}

class Scheduled {
  private long beats;

  void startBad(ScheduledExecutorService pool) {
    pool.scheduleAtFixedRate(() -> beats++, 1, 1, TimeUnit.SECONDS);
  }
  long beatsBad() { return beats; }
}

class Completed {
  private String result;

  CompletableFuture<Void> loadBad() { return CompletableFuture.runAsync(() -> result = "loaded"); }
  String resultBad() { return result; }
}

class CompletedValue {
  CompletableFuture<String> loadOk() { return CompletableFuture.supplyAsync(() -> "loaded").thenApply(x -> x + "!"); }
}

class Awaited {
  int sumOk(ExecutorService pool) throws Exception {
    int[] sum = new int[1];
    Future<?> task = pool.submit(() -> { sum[0]++; });
    task.get();
    return sum[0];
  }
  int sumBad(ExecutorService pool) throws Exception {
    int[] sum = new int[1];
    Future<?> task = pool.submit(() -> { sum[0]++; });
    int early = sum[0];
    task.get();
    return early;
  }
  int latchOk(ExecutorService pool) throws Exception {
    int[] sum = new int[1];
    CountDownLatch done = new CountDownLatch(1);
    pool.execute(() -> { sum[0]++; done.countDown(); });
    done.await();
    return sum[0];
  }
}

// The same in a class that any two threads may call: each call has an array of its own.
@ThreadSafe
class AwaitedSafe {
  int sumOk(ExecutorService pool) throws Exception {
    int[] sum = new int[1];
    Future<?> task = pool.submit(() -> { sum[0]++; });
    task.get();
    return sum[0];
  }
  int fieldOk() throws Exception {
    Plain shared = new Plain();
    Thread thread = new Thread(() -> shared.set(1));
    thread.start();
    thread.join();
    return shared.get();
  }
}

class OwnThread extends Thread {
  private int steps;

  @Override public void run() { steps++; }
  int stepsBad() { return steps; }  //~ FN somebody else may start it
  static int runOk() throws InterruptedException {
    OwnThread thread = new OwnThread();
    thread.start();
    thread.join();
    return thread.steps;
  }
}

// Wrappers of collections.
@ThreadSafe
class SynchronizedList {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  void addOk(String name) { names.add(name); }
  int sizeOk() { return names.size(); }
}

@ThreadSafe
class SynchronizedMapInConstructor {
  private final Map<String, String> map;

  SynchronizedMapInConstructor() { map = Collections.synchronizedMap(new HashMap<>()); }
  void putOk(String key) { map.put(key, key); }
}

// What one thread has for itself.
@ThreadSafe
class PerThread {
  private final ThreadLocal<StringBuilder> text = ThreadLocal.withInitial(StringBuilder::new);

  void appendOk(String more) { text.get().append(more); }
}

// Once, by a flag that only one can turn.
@ThreadSafe
class Once {
  private final AtomicBoolean isDone = new AtomicBoolean();
  private volatile Object value;

  void runOk() { if (isDone.compareAndSet(false, true)) value = new Object(); }
  Object getOk() { return value; }
}

// What does not change.
@ThreadSafe
class Point {
  private final int x, y;
  private int hash;

  Point(int x, int y) { this.x = x; this.y = y; }
  int sumOk() { return x + y; }
  Point moveOk(int by) { return new Point(x + by, y + by); }
  int hashBad() { if (hash == 0) hash = 31 * x + y; return hash; }
}

record Pair(int first, int second) {
  Pair swapOk() { return new Pair(second, first); }
}

enum Registry {
  INSTANCE;
  private final Map<String, String> map = new HashMap<>();

  synchronized void putOk(String key, String value) { map.put(key, value); }
  synchronized String getOk(String key) { return map.get(key); }
}

enum RegistryBare {
  INSTANCE;
  private final Map<String, String> map = new HashMap<>();

  synchronized void put(String key, String value) { map.put(key, value); }
  String getBad(String key) { return map.get(key); }
}

// An inner class that uses what is around it.
class Outer implements Iterable<String> {
  private final List<String> list = new ArrayList<>();
  private int changes;

  synchronized void add(String each) { list.add(each); changes++; }
  @Override public Iterator<String> iterator() { return new Each(); }

  private class Each implements Iterator<String> {
    private int at;

    @Override public boolean hasNext() { return hasNextOk(); }
    private boolean hasNextOk() { synchronized (Outer.this) { return at < list.size(); } }
    @Override public String next() { return nextBad(); }
    private String nextBad() { return changes < 0 ? null : "none"; }
  }
}

// The lock of a class above, and methods that are filled in below.
abstract class Template {
  protected final Lock lock = new ReentrantLock();

  void runOk() {
    lock.lock();
    try { step(); } finally { lock.unlock(); }
  }
  abstract void step();
}

class Filled extends Template {
  private int steps;

  @Override void step() { steps++; }
  int stepsOk() {
    lock.lock();
    try { return steps; } finally { lock.unlock(); }
  }
}

class FilledBare extends Template {
  private int steps;

  @Override void step() { steps++; }
  int stepsBad() { return steps; }  //~ FN a class above takes the lock, for all it may be for something else
}

// Two locks in two orders.
class Accounts {
  private final Object from = new Object(), to = new Object();
  private int moved;

  void thereBad() { synchronized (from) { synchronized (to) { moved++; } } }
  void backBad() { synchronized (to) { synchronized (from) { moved--; } } }
}

class OrderedAccounts {
  private final Object from = new Object(), to = new Object();
  private int moved;

  void thereOk() { synchronized (from) { synchronized (to) { moved++; } } }
  void backOk() { synchronized (from) { synchronized (to) { moved--; } } }
}
