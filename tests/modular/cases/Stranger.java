// What somebody who never saw the engine would write: small classes, each method right or wrong.
package stranger;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface ThreadConfined { String value() default ""; }
@Retention(RetentionPolicy.CLASS) @interface AnyThread {}
@Retention(RetentionPolicy.CLASS) @interface MainThread {}
@Retention(RetentionPolicy.CLASS) @interface Functional {}
@Retention(RetentionPolicy.CLASS) @interface ReturnsOwnership {}
@Retention(RetentionPolicy.CLASS) @interface VisibleForTesting {}

class Box {
  Object content;
  Box inner;
  int[] numbers = new int[4];

  Box with(Object what) { content = what; return this; }
  Box inside(Box what) { inner = what; return this; }
  static Box empty() { return new Box(); }
}

// Objects that nobody else has.
@ThreadSafe
class Owning {
  private Box shared = new Box().inside(new Box());
  private static Box global;

  Object freshOk() { Box box = new Box(); box.content = "x"; return box.content; }
  Box builtOk() { return new Box().with("a").inside(new Box().with("b")); }
  Box factoryOk() { Box box = Box.empty(); box.content = 1; return box; }
  Box eitherOk(boolean b) { Box box = b ? new Box() : Box.empty(); box.content = 3; return box; }
  void eitherBad(boolean b) { Box box = b ? new Box() : shared; box.content = 3; }
  Box deepOk() { Box box = new Box(); box.inner = new Box(); box.inner.inner = new Box(); box.inner.inner.content = 1; return box; }
  void deepBad() { shared.inner.content = 1; }
  void storedFirstBad() { Box box = new Box(); shared.inner = box; box.content = 2; }
  void storedLastBad() { Box box = new Box(); box.content = 2; shared = box; }
  void globalBad() { Box box = new Box(); global = box; box.content = 5; }
  int[] arrayOk() { int[] a = new int[3]; a[0] = 1; Arrays.fill(a, 2); return a; }
  void sharedArrayBad() { shared.numbers[1] = 3; }
  Box clonedOk() { Box copy = new Box(); copy.numbers = copy.numbers.clone(); copy.numbers[0] = 1; return copy; }
  void loopOk() { for (int i = 0; i < 3; i++) { Box box = new Box(); box.content = i; } }
  void passedOk() { fill(new Box()); }
  private static void fill(Box box) { box.content = "filled"; }
  void passedBad() { fillToo(shared); }
  private static void fillToo(Box box) { box.content = "filled"; }
  void listOk() { List<Box> list = new ArrayList<>(); list.add(new Box()); for (Box box : list) box.content = 1; }
  StringBuilder textOk(String s) { StringBuilder b = new StringBuilder(); b.append(s).append(s); return b; }
}

// The promise says that what comes back is the caller's.
@ThreadSafe
class Promising {
  private static final Box ONE = new Box();
  @ReturnsOwnership Box make() { return ONE; }
  void madeOk() { make().content = 1; }
  private Box kept;
  void keptBad() { kept = make(); kept.content = 2; }
}

// Several locks, and some that are not the same.
@ThreadSafe
class Locking {
  private final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private int x, y, z, w, v, u, t;

  void nestedOk() { a.lock(); try { b.lock(); try { x++; } finally { b.unlock(); } } finally { a.unlock(); } }
  void outerOk() { a.lock(); try { x--; } finally { a.unlock(); } }
  void firstBad() { a.lock(); try { y++; } finally { a.unlock(); } }
  void secondBad() { b.lock(); try { y--; } finally { b.unlock(); } }
  int readOk() { both.readLock().lock(); try { return z; } finally { both.readLock().unlock(); } }
  void writeOk() { both.writeLock().lock(); try { z++; } finally { both.writeLock().unlock(); } }
  void sharedWriteBad() { both.readLock().lock(); try { w++; } finally { both.readLock().unlock(); } }
  void timedOk() throws InterruptedException { if (a.tryLock(1, TimeUnit.SECONDS)) { try { v++; } finally { a.unlock(); } } }
  void savedOk() { boolean has = a.tryLock(); if (has) { try { v--; } finally { a.unlock(); } } }
  void ignoredBad() { a.tryLock(); t++; }
  private void end() { a.unlock(); }
  void calleeEndsBad() { a.lock(); end(); u++; }
  synchronized void monitorOk() { m++; }
  void blockOk() { synchronized (this) { m--; } }
  private int m;
}

// Which thread comes where.
@ThreadSafe
class Places {
  private int onMain, confined, tested, anywhere;
  @ThreadConfined("ui") private int byField;

  @MainThread void mainOk() { onMain++; }
  @MainThread int mainReadOk() { return onMain; }
  @AnyThread void anyBad() { anywhere++; }
  void fieldOk() { byField++; }
  @VisibleForTesting void testOk() { tested++; }
}

@ThreadConfined
@ThreadSafe
class ConfinedClass {
  private int count;
  void addOk() { count++; }
}

// Things of libraries.
@ThreadSafe
class Keeping {
  private final Map<String, Integer> plain = new HashMap<>();
  private final Map<String, Integer> safe = new ConcurrentHashMap<>();
  private final List<String> copied = new CopyOnWriteArrayList<>();
  private final Queue<String> queue = new ArrayDeque<>();
  private final Queue<String> linked = new ConcurrentLinkedQueue<>();
  private final Set<String> locked = new HashSet<>();
  private final AtomicInteger number = new AtomicInteger();
  private final StringBuilder text = new StringBuilder();

  void putBad(String key) { plain.put(key, 1); }
  void putOk(String key) { safe.put(key, 1); }
  void computeOk(String key) { safe.merge(key, 1, Integer::sum); }
  void copyOk(String s) { copied.add(s); }
  void offerBad(String s) { queue.offer(s); }
  void offerOk(String s) { linked.offer(s); }
  synchronized void setOk(String s) { locked.add(s); }
  synchronized Iterator<String> eachOk() { return new ArrayList<>(locked).iterator(); }
  int countOk() { return number.incrementAndGet(); }
  void textBad(String s) { text.append(s); }
}

// One above the other.
@ThreadSafe
class Parent {
  protected int total;
  protected synchronized void add(int n) { total += n; }
}

class Child extends Parent {
  void resetBad() { total = 0; }
  synchronized int read() { return total; }
}

@ThreadSafe
interface Counts { void count(); }

class CountsPlainly implements Counts {
  private int n;
  @Override public void count() { countBad(); }
  private void countBad() { n++; }
}

class CountsLocked implements Counts {
  private int n;
  @Override public synchronized void count() { countOk(); }
  private void countOk() { n++; }
}

// Types as parameters.
@ThreadSafe
class Holder<T> {
  private T value;
  private volatile T seen;

  void setBad(T to) { value = to; }
  void publishOk(T to) { seen = to; }
  T seenOk() { return seen; }
}

// Functions.
@ThreadSafe
class Functions {
  private int counter, guarded;
  private Supplier<Integer> made;

  void runNowBad() { Runnable r = () -> counter++; r.run(); }
  synchronized void lockedLambdaOk() { List.of(1, 2).forEach(i -> guarded += i); }
  int localOk() { int[] sum = {0}; List.of(1, 2).forEach(i -> sum[0] += i); return sum[0]; }
  void keepBad() { made = () -> 3; }
}

// In another thread.
class Starts {
  private int done, waited, late;

  void startBad(ExecutorService pool) { pool.submit(() -> done++); }
  int doneBad() { return done; }
  void joinedOk() throws InterruptedException {
    Thread thread = new Thread(() -> waited++);
    thread.start();
    thread.join();
    waited++;
  }
  void notJoinedBad() {
    Thread thread = new Thread(() -> late++);
    thread.start();
    late++;
  }
}

// As another compiler writes it: a companion, a property with getter and setter, a lazy one.
@ThreadSafe
class Kotlinish {
  public static final Companion Companion = new Companion();
  private static int instances;
  private int property;
  private final Object lazyLock = this;
  private volatile Object lazy;

  public static final class Companion {
    private Companion() {}
    public void createdBad() { instances++; }
  }
  public int getPropertyBad() { return property; }
  public void setPropertyBad(int to) { property = to; }
  public Object getLazyOk() {
    Object seen = lazy;
    if (seen != null) return seen;
    synchronized (lazyLock) {
      if (lazy == null) lazy = new Object();
      return lazy;
    }
  }
}

// Methods that call each other.
@ThreadSafe
class Recursion {
  private int even, odd, safe;

  void evenBad(int n) { even++; if (n > 0) oddBad(n - 1); }
  private void oddBad(int n) { odd++; if (n > 0) evenBad(n - 1); }
  synchronized void downOk(int n) { if (n > 0) downOk(n - 1); safe++; }
  synchronized int safeOk() { return safe; }
}

// Far down a circle of five, nobody holds the lock.
@ThreadSafe
class Circle {
  private int deep, guarded;

  void oneBad(int n) { if (n > 0) two(n); }
  private void two(int n) { three(n - 1); }
  private void three(int n) { four(n); }
  private void four(int n) { five(n); }
  private void five(int n) { deep++; if (n > 0) oneBad(n); }
  synchronized void aOk(int n) { if (n > 0) b(n); }
  private void b(int n) { guarded++; c(n - 1); }
  private void c(int n) { aOk(n); }
}

// Whoever waits for a task that wants what is held waits for ever.
class WaitsLocked {
  private int n;

  synchronized void joinBad() throws InterruptedException {
    Thread thread = new Thread(() -> { synchronized (this) { n++; } });
    thread.start();
    thread.join();
  }
  synchronized void futureBad(ExecutorService pool) throws Exception {
    Future<?> future = pool.submit(() -> { synchronized (this) { n--; } });
    future.get();
  }
  void joinOk() throws InterruptedException {
    Thread thread = new Thread(() -> { synchronized (this) { n++; } });
    synchronized (this) { thread.start(); }
    thread.join();
  }
  synchronized void otherLockOk(Object lock) throws InterruptedException {
    Thread thread = new Thread(() -> { synchronized (lock) { lock.notifyAll(); } });
    thread.start();
    thread.join();
  }
  synchronized void byHelperBad(ExecutorService pool) throws Exception { await(pool.submit(() -> { synchronized (this) { n += 2; } })); }
  private static void await(Future<?> future) throws Exception { future.get(); }
}
