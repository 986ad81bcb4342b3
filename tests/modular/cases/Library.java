package library;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.function.Supplier;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

// A cache: the map and its counters under one lock.
class LockedCache<K, V> {
  private final Map<K, V> map = new HashMap<>();
  private int hits, misses;

  synchronized V getOk(K key, Function<K, V> loader) {
    V value = map.get(key);
    if (value != null) {
      hits++;
      return value;
    }
    misses++;
    value = loader.apply(key);
    map.put(key, value);
    return value;
  }
  synchronized void clearOk() { map.clear(); hits = 0; misses = 0; }
}

class LeakyCache<K, V> {
  private final Map<K, V> map = new HashMap<>();
  private int hits;

  V getBad(K key) {
    V value = map.get(key);
    if (value != null) hits++;
    return value;
  }
  synchronized void put(K key, V value) { map.put(key, value); }
  synchronized int hitRate() { int was = hits; hits = 0; return was; }
}

// Right: the concurrent map is safe, the counter is an atomic.
@ThreadSafe
class ConcurrentCache<K, V> {
  private final Map<K, V> map = new ConcurrentHashMap<>();
  private final AtomicInteger hits = new AtomicInteger();

  V getOk(K key, Function<K, V> loader) {
    V value = map.get(key);
    if (value != null) { hits.incrementAndGet(); return value; }
    return map.computeIfAbsent(key, loader);
  }
}

@ThreadSafe
class CountingCache<K, V> {
  private final Map<K, V> map = new ConcurrentHashMap<>();
  private long hits;

  V getBad(K key) { hits++; return map.get(key); }
}

// Lazily made values.
@ThreadSafe
class LazyLocked {
  private Object value;

  synchronized Object getOk() {
    if (value == null) value = new Object();
    return value;
  }
}

@ThreadSafe
class LazyBare {
  private Object value;

  Object getBad() {
    if (value == null) value = new Object();
    return value;
  }
}

@ThreadSafe
class LazyDoubleChecked {
  private volatile Object value;

  Object getOk() {
    Object seen = value;
    if (seen == null) {
      synchronized (this) {
        seen = value;
        if (seen == null) value = seen = new Object();
      }
    }
    return seen;
  }
}

@ThreadSafe
class LazyDoubleCheckedPlain {
  private Object value;

  Object getBad() {
    if (value == null) {
      synchronized (this) {
        if (value == null) value = new Object();
      }
    }
    return value;
  }
}

@ThreadSafe
class LazyHolder {
  private static class Holder { static final Object VALUE = new Object(); }

  Object getOk() { return Holder.VALUE; }
}

class LazySupplier<T> implements Supplier<T> {
  private Supplier<T> make;
  private T value;
  private final Object lock = new Object();

  LazySupplier(Supplier<T> make) { this.make = make; }
  public T get() { return valueOk(); }
  T valueOk() {
    synchronized (lock) {
      if (make != null) { value = make.get(); make = null; }
      return value;
    }
  }
}

// Pools.
class LockedPool {
  private final ArrayDeque<Object> free = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private int borrowed;

  Object borrowOk() throws InterruptedException {
    lock.lock();
    try {
      while (free.isEmpty()) notEmpty.await();
      borrowed++;
      return free.pop();
    } finally {
      lock.unlock();
    }
  }
  void giveBackOk(Object object) {
    lock.lock();
    try {
      free.push(object);
      borrowed--;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }
}

class PoolWithBareCount {
  private final ArrayDeque<Object> free = new ArrayDeque<>();
  private int borrowed;

  synchronized Object borrow() { borrowed++; return free.poll(); }
  void giveBackBad(Object object) {
    borrowed--;
    synchronized (this) { free.push(object); }
  }
}

class PoolThatWaits {
  private final ArrayDeque<Object> free = new ArrayDeque<>();

  synchronized Object borrowOk() throws InterruptedException {
    while (free.isEmpty()) wait();
    return free.pop();
  }
  synchronized void giveBackOk(Object object) { free.push(object); notifyAll(); }
}

// Listeners.
interface Listener { void changed(Object what); }

class CopyingSource {
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  void addOk(Listener listener) { listeners.add(listener); }
  void fireOk(Object what) { for (Listener each : listeners) each.changed(what); }
}

class LockedSource {
  private final List<Listener> listeners = new ArrayList<>();

  void addOk(Listener listener) { synchronized (listeners) { listeners.add(listener); } }
  void fireOk(Object what) {
    List<Listener> copy;
    synchronized (listeners) { copy = new ArrayList<>(listeners); }
    for (Listener each : copy) each.changed(what);
  }
}

class BareSource {
  private final List<Listener> listeners = new ArrayList<>();

  void add(Listener listener) { synchronized (listeners) { listeners.add(listener); } }
  void fireBad(Object what) { for (Listener each : listeners) each.changed(what); }
}

// Builders: nobody shares them, and what they build is made before others have it.
class Request {
  private final String name;
  private final Map<String, String> headers;

  private Request(Builder builder) { name = builder.name; headers = new LinkedHashMap<>(builder.headers); }
  String nameOk() { return name; }

  static class Builder {
    private String name;
    private final Map<String, String> headers = new LinkedHashMap<>();

    Builder nameOk(String value) { name = value; return this; }
    Builder headerOk(String key, String value) { headers.put(key, value); return this; }
    Request buildOk() { return new Request(this); }
  }

  static Request simpleOk(String name) { return new Builder().nameOk(name).headerOk("a", "b").buildOk(); }
}

@ThreadSafe
class SharedBuilder {
  private final StringBuilder text = new StringBuilder();

  void appendBad(String more) { text.append(more); }
}

@ThreadSafe
class OwnBuilder {
  String joinOk(List<String> parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) text.append(part);
    return text.toString();
  }
}

// Read and write locks.
class ReadWriteTable {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> table = new HashMap<>();
  private int changes;

  String getOk(String key) {
    lock.readLock().lock();
    try { return table.get(key); } finally { lock.readLock().unlock(); }
  }
  void putOk(String key, String value) {
    lock.writeLock().lock();
    try { table.put(key, value); changes++; } finally { lock.writeLock().unlock(); }
  }
  int changesOk() {
    lock.readLock().lock();
    try { return changes; } finally { lock.readLock().unlock(); }
  }
}

class ReadLockedWrites {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int reads, value;

  int getBad() {
    lock.readLock().lock();
    try { reads++; return value; } finally { lock.readLock().unlock(); }
  }
  void set(int now) {
    lock.writeLock().lock();
    try { value = now; reads = 0; } finally { lock.writeLock().unlock(); }
  }
}

class Stamped {
  private final StampedLock lock = new StampedLock();
  private double x, y;

  void moveOk(double dx, double dy) {
    long stamp = lock.writeLock();
    try { x += dx; y += dy; } finally { lock.unlockWrite(stamp); }
  }
  double lengthOk() {
    long stamp = lock.readLock();
    try { return Math.sqrt(x * x + y * y); } finally { lock.unlockRead(stamp); }
  }
}

// Lifecycles: a flag that everybody looks at.
class Service {
  private volatile boolean isRunning;
  private Thread thread;

  synchronized void startOk() {
    if (isRunning) return;
    isRunning = true;
    thread = new Thread(this::loop);
    thread.start();
  }
  synchronized void stopOk() throws InterruptedException {
    isRunning = false;
    if (thread != null) thread.join();
  }
  private void loop() { while (isRunning) Thread.onSpinWait(); }
}

class PlainFlag {
  private boolean isRunning = true;

  void startBad(ExecutorService pool) {
    pool.execute(() -> { while (isRunning) Thread.onSpinWait(); });
  }
  void stopBad() { isRunning = false; }
}

// Atomics that hold what does not change.
@ThreadSafe
class AtomicConfig {
  private final AtomicReference<Map<String, String>> now = new AtomicReference<>(Map.of());

  String getOk(String key) { return now.get().get(key); }
  void setOk(String key, String value) {
    now.updateAndGet(old -> {
      Map<String, String> copy = new HashMap<>(old);
      copy.put(key, value);
      return copy;
    });
  }
}

@ThreadSafe
class SplitSnapshot {
  private int low, high;

  synchronized void setOk(int to) { low = to; high = to + 1; }
  synchronized int widthOk() { return high - low; }
}

@ThreadSafe
class SplitSnapshotBare {
  private int low, high;

  synchronized void set(int to) { low = to; high = to + 1; }
  int widthBad() { return high - low; }
}

// As Kotlin writes it: a companion, properties behind getters, a lazy delegate, synchronized inline.
class KotlinCounter {
  public static final Companion Companion = new Companion();
  private static int made;
  private int count;
  private final Object lock = new Object();

  public final int getCount() { return countOk(); }
  final int countOk() {
    Object monitor = lock;
    synchronized (monitor) {
      try { return count; } finally { }
    }
  }
  public final void addOk() {
    Object monitor = lock;
    synchronized (monitor) { int before = count; count = before + 1; }
  }

  public static final class Companion {
    private Companion() {}
    public final void madeBad() { made++; }  //~ FN the only object of its class locks for a static
    public final synchronized void madeLocked() { made++; }
  }
}

class KotlinBareProperty {
  private int count;
  private final Object lock = new Object();

  public final int countBad() { return count; }
  public final void add() { Object monitor = lock; synchronized (monitor) { count++; } }
}

// Methods that call each other: what the innermost does is the outermost's doing.
@ThreadSafe
class Recursive {
  private int visits;
  private final Object lock = new Object();

  int evenBad(int n) { return n == 0 ? 1 : odd(n - 1); }
  private int odd(int n) { visits++; return n == 0 ? 0 : evenBad(n - 1); }
}

@ThreadSafe
class RecursiveLocked {
  private int visits;
  private final Object lock = new Object();

  int evenOk(int n) { synchronized (lock) { return n == 0 ? 1 : odd(n - 1); } }
  private int odd(int n) { visits++; return n == 0 ? 0 : evenOk(n - 1); }
}

// A function that is passed on runs under what its receiver holds there.
class Locking {
  private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
  private int value;
  private <T> T locked(java.util.function.Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
  public int next() { return locked(() -> ++value); }
  public void resetBad() { value = 0; }
}

@ThreadSafe
class LockingPromised {
  private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
  private int value, safe;
  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
  public void nextOk() { locked(() -> safe++); }
  public void next() { locked(() -> value++); }
  public void resetBad() { value = 0; }
}
