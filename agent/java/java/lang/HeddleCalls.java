package java.lang;

import java.util.Date;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.BiFunction;
import java.util.function.Function;
import jdk.internal.misc.Unsafe;

/**
 * What a recorded program calls instead of methods of java.util.concurrent: the same, with what they do
 * to other threads told. The first parameter is the object that the method is called on; that and the name
 * say which call of the program becomes which call here.
 *
 * <p>A lock is known by the synchronizer inside it, which a lock for reading shares with the one for
 * writing, and a condition with its lock. Locks that the program itself wrote tell nothing here: their
 * own code is recorded.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
public final class HeddleCalls {
  private static final int LOCK = 6, UNLOCK = 7, WAIT = 10, SIGNAL = 19, AWAIT = 20;
  private static final int LOCK_SHARED = 21, UNLOCK_SHARED = 22;

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long LOCK_SYNC = U.objectFieldOffset(ReentrantLock.class, "sync");
  private static final long READ_SYNC =
      U.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
  private static final long WRITE_SYNC =
      U.objectFieldOffset(ReentrantReadWriteLock.WriteLock.class, "sync");
  private static final long CONDITION_SYNC =
      U.objectFieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");

  private HeddleCalls() {}

  private static void signal(Object object) {
    HeddleProbe.hook(object, SIGNAL);
  }

  private static void awaited(Object object) {
    HeddleProbe.hook(object, AWAIT);
  }

  // --- locks -----------------------------------------------------------------------------------

  private static Object key(Lock lock) {
    if (lock instanceof ReentrantLock) return U.getReference(lock, LOCK_SYNC);
    if (lock instanceof ReentrantReadWriteLock.ReadLock) return U.getReference(lock, READ_SYNC);
    if (lock instanceof ReentrantReadWriteLock.WriteLock) return U.getReference(lock, WRITE_SYNC);
    return null;
  }

  private static void locked(Lock lock) {
    boolean isShared = lock instanceof ReentrantReadWriteLock.ReadLock;
    HeddleProbe.hook(key(lock), isShared ? LOCK_SHARED : LOCK);
  }

  public static void lock(Lock lock) {
    lock.lock();
    locked(lock);
  }

  public static void lockInterruptibly(Lock lock) throws InterruptedException {
    lock.lockInterruptibly();
    locked(lock);
  }

  public static boolean tryLock(Lock lock) {
    boolean result = lock.tryLock();
    if (result) locked(lock);
    return result;
  }

  public static boolean tryLock(Lock lock, long time, TimeUnit unit) throws InterruptedException {
    boolean result = lock.tryLock(time, unit);
    if (result) locked(lock);
    return result;
  }

  public static void unlock(Lock lock) {
    boolean isShared = lock instanceof ReentrantReadWriteLock.ReadLock;
    if (isHeld(lock)) HeddleProbe.hook(key(lock), isShared ? UNLOCK_SHARED : UNLOCK);
    lock.unlock();
  }

  private static boolean isHeld(Lock lock) {
    if (lock instanceof ReentrantLock) return ((ReentrantLock) lock).isHeldByCurrentThread();
    if (lock instanceof ReentrantReadWriteLock.WriteLock)
      return ((ReentrantReadWriteLock.WriteLock) lock).isHeldByCurrentThread();
    return true;
  }

  private static boolean beginWait(Condition condition) {
    if (!(condition instanceof AbstractQueuedSynchronizer.ConditionObject)) return false;
    HeddleProbe.hook(U.getReference(condition, CONDITION_SYNC), WAIT);
    return true;
  }

  private static void endWait(boolean waits) {
    if (waits) HeddleProbe.leave(0);
  }

  public static void await(Condition condition) throws InterruptedException {
    boolean waits = beginWait(condition);
    try {
      condition.await();
    } finally {
      endWait(waits);
    }
  }

  public static void awaitUninterruptibly(Condition condition) {
    boolean waits = beginWait(condition);
    try {
      condition.awaitUninterruptibly();
    } finally {
      endWait(waits);
    }
  }

  public static long awaitNanos(Condition condition, long nanoseconds)
      throws InterruptedException {
    boolean waits = beginWait(condition);
    try {
      return condition.awaitNanos(nanoseconds);
    } finally {
      endWait(waits);
    }
  }

  public static boolean await(Condition condition, long time, TimeUnit unit)
      throws InterruptedException {
    boolean waits = beginWait(condition);
    try {
      return condition.await(time, unit);
    } finally {
      endWait(waits);
    }
  }

  public static boolean awaitUntil(Condition condition, Date deadline)
      throws InterruptedException {
    boolean waits = beginWait(condition);
    try {
      return condition.awaitUntil(deadline);
    } finally {
      endWait(waits);
    }
  }

  public static long writeLock(StampedLock lock) {
    long result = lock.writeLock();
    HeddleProbe.hook(lock, LOCK);
    return result;
  }

  public static long readLock(StampedLock lock) {
    long result = lock.readLock();
    HeddleProbe.hook(lock, LOCK_SHARED);
    return result;
  }

  public static long tryWriteLock(StampedLock lock) {
    long result = lock.tryWriteLock();
    if (result != 0) HeddleProbe.hook(lock, LOCK);
    return result;
  }

  public static long tryReadLock(StampedLock lock) {
    long result = lock.tryReadLock();
    if (result != 0) HeddleProbe.hook(lock, LOCK_SHARED);
    return result;
  }

  public static void unlockWrite(StampedLock lock, long stamp) {
    HeddleProbe.hook(lock, UNLOCK);
    lock.unlockWrite(stamp);
  }

  public static void unlockRead(StampedLock lock, long stamp) {
    HeddleProbe.hook(lock, UNLOCK_SHARED);
    lock.unlockRead(stamp);
  }

  public static void unlock(StampedLock lock, long stamp) {
    HeddleProbe.hook(lock, StampedLock.isWriteLockStamp(stamp) ? UNLOCK : UNLOCK_SHARED);
    lock.unlock(stamp);
  }

  // --- what waits for others -------------------------------------------------------------------

  public static void countDown(CountDownLatch latch) {
    signal(latch);
    latch.countDown();
  }

  public static void await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    awaited(latch);
  }

  public static boolean await(CountDownLatch latch, long time, TimeUnit unit)
      throws InterruptedException {
    boolean result = latch.await(time, unit);
    if (result) awaited(latch);
    return result;
  }

  public static long getCount(CountDownLatch latch) {
    long result = latch.getCount();
    awaited(latch);
    return result;
  }

  public static void release(Semaphore semaphore) {
    signal(semaphore);
    semaphore.release();
  }

  public static void release(Semaphore semaphore, int permits) {
    signal(semaphore);
    semaphore.release(permits);
  }

  public static void acquire(Semaphore semaphore) throws InterruptedException {
    semaphore.acquire();
    awaited(semaphore);
  }

  public static void acquire(Semaphore semaphore, int permits) throws InterruptedException {
    semaphore.acquire(permits);
    awaited(semaphore);
  }

  public static void acquireUninterruptibly(Semaphore semaphore) {
    semaphore.acquireUninterruptibly();
    awaited(semaphore);
  }

  public static void acquireUninterruptibly(Semaphore semaphore, int permits) {
    semaphore.acquireUninterruptibly(permits);
    awaited(semaphore);
  }

  public static boolean tryAcquire(Semaphore semaphore) {
    boolean result = semaphore.tryAcquire();
    if (result) awaited(semaphore);
    return result;
  }

  public static boolean tryAcquire(Semaphore semaphore, int permits) {
    boolean result = semaphore.tryAcquire(permits);
    if (result) awaited(semaphore);
    return result;
  }

  public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit)
      throws InterruptedException {
    boolean result = semaphore.tryAcquire(time, unit);
    if (result) awaited(semaphore);
    return result;
  }

  public static boolean tryAcquire(Semaphore semaphore, int permits, long time, TimeUnit unit)
      throws InterruptedException {
    boolean result = semaphore.tryAcquire(permits, time, unit);
    if (result) awaited(semaphore);
    return result;
  }

  public static int await(CyclicBarrier barrier)
      throws InterruptedException, BrokenBarrierException {
    signal(barrier);
    int result = barrier.await();
    awaited(barrier);
    return result;
  }

  public static int await(CyclicBarrier barrier, long time, TimeUnit unit)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    signal(barrier);
    int result = barrier.await(time, unit);
    awaited(barrier);
    return result;
  }

  public static int arrive(Phaser phaser) {
    signal(phaser);
    return phaser.arrive();
  }

  public static int arriveAndDeregister(Phaser phaser) {
    signal(phaser);
    return phaser.arriveAndDeregister();
  }

  public static int arriveAndAwaitAdvance(Phaser phaser) {
    signal(phaser);
    int result = phaser.arriveAndAwaitAdvance();
    awaited(phaser);
    return result;
  }

  public static int awaitAdvance(Phaser phaser, int phase) {
    int result = phaser.awaitAdvance(phase);
    awaited(phaser);
    return result;
  }

  public static Object exchange(Exchanger exchanger, Object value) throws InterruptedException {
    signal(exchanger);
    Object result = exchanger.exchange(value);
    awaited(exchanger);
    return result;
  }

  // --- maps that threads share -----------------------------------------------------------------

  private static boolean isShared(Map map) {
    return map instanceof ConcurrentMap;
  }

  // What a function of the program does inside an atomic call comes in a row with others'.
  private static <R> R inside(Map map, java.util.function.Supplier<R> call) {
    awaited(map);
    try {
      return call.get();
    } finally {
      signal(map);
    }
  }

  public static Object put(Map map, Object key, Object value) {
    if (!isShared(map)) return map.put(key, value);
    signal(map);
    Object result = map.put(key, value);
    awaited(map);
    return result;
  }

  public static Object putIfAbsent(Map map, Object key, Object value) {
    if (!isShared(map)) return map.putIfAbsent(key, value);
    signal(map);
    Object result = map.putIfAbsent(key, value);
    awaited(map);
    return result;
  }

  public static Object get(Map map, Object key) {
    Object result = map.get(key);
    if (isShared(map)) awaited(map);
    return result;
  }

  public static Object getOrDefault(Map map, Object key, Object value) {
    Object result = map.getOrDefault(key, value);
    if (isShared(map)) awaited(map);
    return result;
  }

  public static boolean containsKey(Map map, Object key) {
    boolean result = map.containsKey(key);
    if (isShared(map)) awaited(map);
    return result;
  }

  public static Object remove(Map map, Object key) {
    if (!isShared(map)) return map.remove(key);
    signal(map);
    Object result = map.remove(key);
    awaited(map);
    return result;
  }

  public static Object computeIfAbsent(Map map, Object key, Function function) {
    if (!isShared(map)) return map.computeIfAbsent(key, function);
    Function inside = argument -> inside(map, () -> function.apply(argument));
    Object result = map.computeIfAbsent(key, inside);
    awaited(map);
    return result;
  }

  public static Object compute(Map map, Object key, BiFunction function) {
    if (!isShared(map)) return map.compute(key, function);
    BiFunction inside = (one, two) -> inside(map, () -> function.apply(one, two));
    return map.compute(key, inside);
  }

  public static Object computeIfPresent(Map map, Object key, BiFunction function) {
    if (!isShared(map)) return map.computeIfPresent(key, function);
    BiFunction inside = (one, two) -> inside(map, () -> function.apply(one, two));
    return map.computeIfPresent(key, inside);
  }

  public static Object merge(Map map, Object key, Object value, BiFunction function) {
    if (!isShared(map)) return map.merge(key, value, function);
    signal(map);
    BiFunction inside = (one, two) -> inside(map, () -> function.apply(one, two));
    return map.merge(key, value, inside);
  }

  public static java.util.Collection values(Map map) {
    if (isShared(map)) awaited(map);
    return map.values();
  }

  public static java.util.Set entrySet(Map map) {
    if (isShared(map)) awaited(map);
    return map.entrySet();
  }

  public static java.util.Set keySet(Map map) {
    if (isShared(map)) awaited(map);
    return map.keySet();
  }
}
