package java.lang;

import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
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
 *
 * <p>The last parameter is the site. What only tells and calls is made of a table: HeddleTable.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
public final class HeddleCalls {
  private static final int LOCK = 6, UNLOCK = 7, WAIT = 10;
  private static final int LOCK_SHARED = 21, UNLOCK_SHARED = 22;

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long LOCK_SYNC = U.objectFieldOffset(ReentrantLock.class, "sync");
  private static final long READ_SYNC =
      U.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
  private static final long WRITE_SYNC =
      U.objectFieldOffset(ReentrantReadWriteLock.WriteLock.class, "sync");
  private static final long CONDITION_SYNC =
      U.objectFieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");

  private static final Class<?> READ_VIEW = view("ReadLockView"), WRITE_VIEW = view("WriteLockView");
  private static final long READ_VIEWED = U.objectFieldOffset(READ_VIEW, "this$0");
  private static final long WRITE_VIEWED = U.objectFieldOffset(WRITE_VIEW, "this$0");
  private static final Class<?> LOCKED_COLLECTION = java.util.Collections.synchronizedCollection(
      new java.util.ArrayList<>(0)).getClass();
  private static final long COLLECTION_MONITOR = U.objectFieldOffset(LOCKED_COLLECTION, "mutex");
  private static final Class<?> LOCKED_MAP =
      java.util.Collections.synchronizedMap(new java.util.HashMap<>(0)).getClass();
  private static final long MAP_MONITOR = U.objectFieldOffset(LOCKED_MAP, "mutex");

  private HeddleCalls() {}

  private static Class<?> view(String name) {
    try {
      return Class.forName("java.util.concurrent.locks.StampedLock$" + name, false, null);
    } catch (ClassNotFoundException impossible) {
      throw new NoClassDefFoundError(name);
    }
  }

  // What a collection of the platform that locks takes: itself, or what it was made with.
  static Object monitorOf(Object collection) {
    if (LOCKED_COLLECTION.isInstance(collection)) return U.getReference(collection, COLLECTION_MONITOR);
    return LOCKED_MAP.isInstance(collection) ? U.getReference(collection, MAP_MONITOR) : collection;
  }

  // --- locks -----------------------------------------------------------------------------------

  // What an object is known by.
  static Object known(Object object) {
    return object instanceof ReentrantLock ? U.getReference(object, LOCK_SYNC) : object;
  }

  // None where a class of the program inherits from the lock: the lock's own methods tell then.
  private static Object key(Lock lock) {
    if (lock instanceof ReentrantLock)
      return lock.getClass().getClassLoader0() == null ? U.getReference(lock, LOCK_SYNC) : null;
    if (lock instanceof ReentrantReadWriteLock.ReadLock) return U.getReference(lock, READ_SYNC);
    if (lock instanceof ReentrantReadWriteLock.WriteLock) return U.getReference(lock, WRITE_SYNC);
    return null;
  }

  private static void locked(Lock lock, int site) {
    boolean isShared = lock instanceof ReentrantReadWriteLock.ReadLock;
    Object key = key(lock);
    if (key != null) HeddleProbe.tell(key, isShared ? LOCK_SHARED : LOCK, site);
    else if (lock.getClass() == READ_VIEW) read((StampedLock) U.getReference(lock, READ_VIEWED), 1, site);
    else if (lock.getClass() == WRITE_VIEW) wrote((StampedLock) U.getReference(lock, WRITE_VIEWED), 1, site);
  }

  public static void lock(Lock lock, int site) {
    lock.lock();
    locked(lock, site);
  }

  public static void lockInterruptibly(Lock lock, int site) throws InterruptedException {
    lock.lockInterruptibly();
    locked(lock, site);
  }

  public static boolean tryLock(Lock lock, int site) {
    boolean result = lock.tryLock();
    if (result) locked(lock, site);
    return result;
  }

  public static boolean tryLock(Lock lock, long time, TimeUnit unit, int site)
      throws InterruptedException {
    boolean result = lock.tryLock(time, unit);
    if (result) locked(lock, site);
    return result;
  }

  public static void unlock(Lock lock, int site) {
    boolean isShared = lock instanceof ReentrantReadWriteLock.ReadLock;
    Object key = key(lock);
    if (key != null && isHeld(lock)) HeddleProbe.tell(key, isShared ? UNLOCK_SHARED : UNLOCK, site);
    else if (lock != null && lock.getClass() == READ_VIEW)
      HeddleProbe.tell(U.getReference(lock, READ_VIEWED), UNLOCK_SHARED, site);
    else if (lock != null && lock.getClass() == WRITE_VIEW)
      endsWrite((StampedLock) U.getReference(lock, WRITE_VIEWED), site);
    lock.unlock();
  }

  private static boolean isHeld(Lock lock) {
    if (lock instanceof ReentrantLock) return ((ReentrantLock) lock).isHeldByCurrentThread();
    if (lock instanceof ReentrantReadWriteLock.WriteLock)
      return ((ReentrantReadWriteLock.WriteLock) lock).isHeldByCurrentThread();
    return true;
  }

  private static boolean beginWait(Condition condition, int site) {
    if (!(condition instanceof AbstractQueuedSynchronizer.ConditionObject)) return false;
    HeddleProbe.tell(U.getReference(condition, CONDITION_SYNC), WAIT, site);
    return true;
  }

  // Who was woken is behind who woke it.
  private static void endWait(Condition condition, boolean waits, int site) {
    if (!waits) return;
    HeddleProbe.waited();
    HeddleProbe.await(condition, site);
  }

  public static void await(Condition condition, int site) throws InterruptedException {
    boolean waits = beginWait(condition, site);
    try {
      condition.await();
    } finally {
      endWait(condition, waits, site);
    }
  }

  public static void awaitUninterruptibly(Condition condition, int site) {
    boolean waits = beginWait(condition, site);
    try {
      condition.awaitUninterruptibly();
    } finally {
      endWait(condition, waits, site);
    }
  }

  public static long awaitNanos(Condition condition, long nanoseconds, int site)
      throws InterruptedException {
    boolean waits = beginWait(condition, site);
    try {
      return condition.awaitNanos(nanoseconds);
    } finally {
      endWait(condition, waits, site);
    }
  }

  public static boolean await(Condition condition, long time, TimeUnit unit, int site)
      throws InterruptedException {
    boolean waits = beginWait(condition, site);
    try {
      return condition.await(time, unit);
    } finally {
      endWait(condition, waits, site);
    }
  }

  public static boolean awaitUntil(Condition condition, Date deadline, int site)
      throws InterruptedException {
    boolean waits = beginWait(condition, site);
    try {
      return condition.awaitUntil(deadline);
    } finally {
      endWait(condition, waits, site);
    }
  }

  // --- stamped locks -------------------------------------------------------------------------------
  //
  // What is read optimistically comes behind the writers before it, and before those that come later: a
  // later one makes it invalid, and the program reads again.

  private static long wrote(StampedLock lock, long stamp, int site) {
    if (stamp == 0) return stamp;
    HeddleProbe.tell(lock, LOCK, site);
    HeddleProbe.await(lock, site);
    return stamp;
  }

  private static long read(StampedLock lock, long stamp, int site) {
    if (stamp != 0) HeddleProbe.tell(lock, LOCK_SHARED, site);
    return stamp;
  }

  private static void endsWrite(StampedLock lock, int site) {
    HeddleProbe.signal(lock, site);
    HeddleProbe.tell(lock, UNLOCK, site);
  }

  public static long writeLock(StampedLock lock, int site) {
    return wrote(lock, lock.writeLock(), site);
  }

  public static long writeLockInterruptibly(StampedLock lock, int site)
      throws InterruptedException {
    return wrote(lock, lock.writeLockInterruptibly(), site);
  }

  public static long tryWriteLock(StampedLock lock, int site) {
    return wrote(lock, lock.tryWriteLock(), site);
  }

  public static long tryWriteLock(StampedLock lock, long time, TimeUnit unit, int site)
      throws InterruptedException {
    return wrote(lock, lock.tryWriteLock(time, unit), site);
  }

  public static long readLock(StampedLock lock, int site) {
    return read(lock, lock.readLock(), site);
  }

  public static long readLockInterruptibly(StampedLock lock, int site)
      throws InterruptedException {
    return read(lock, lock.readLockInterruptibly(), site);
  }

  public static long tryReadLock(StampedLock lock, int site) {
    return read(lock, lock.tryReadLock(), site);
  }

  public static long tryReadLock(StampedLock lock, long time, TimeUnit unit, int site)
      throws InterruptedException {
    return read(lock, lock.tryReadLock(time, unit), site);
  }

  public static long tryOptimisticRead(StampedLock lock, int site) {
    long result = lock.tryOptimisticRead();
    if (result != 0) HeddleProbe.await(lock, site);
    return result;
  }

  public static boolean validate(StampedLock lock, long stamp, int site) {
    HeddleProbe.signal(lock, site);
    return lock.validate(stamp);
  }

  public static long tryConvertToWriteLock(StampedLock lock, long stamp, int site) {
    long result = lock.tryConvertToWriteLock(stamp);
    if (result == 0 || StampedLock.isWriteLockStamp(stamp)) return result;
    if (StampedLock.isReadLockStamp(stamp)) HeddleProbe.tell(lock, UNLOCK_SHARED, site);
    return wrote(lock, result, site);
  }

  public static long tryConvertToReadLock(StampedLock lock, long stamp, int site) {
    if (StampedLock.isWriteLockStamp(stamp)) endsWrite(lock, site);
    long result = lock.tryConvertToReadLock(stamp);
    return StampedLock.isReadLockStamp(stamp) ? result : read(lock, result, site);
  }

  public static void unlockWrite(StampedLock lock, long stamp, int site) {
    endsWrite(lock, site);
    lock.unlockWrite(stamp);
  }

  public static void unlockRead(StampedLock lock, long stamp, int site) {
    HeddleProbe.tell(lock, UNLOCK_SHARED, site);
    lock.unlockRead(stamp);
  }

  public static void unlock(StampedLock lock, long stamp, int site) {
    if (StampedLock.isWriteLockStamp(stamp)) endsWrite(lock, site);
    else HeddleProbe.tell(lock, UNLOCK_SHARED, site);
    lock.unlock(stamp);
  }

  // --- maps ------------------------------------------------------------------------------------
  //
  // What was put under a key comes before what is done by those who find it there. A map that promises
  // threads nothing is accessed by who calls it.

  // Most maps are of the first class, and the JVM would go through all its interfaces to find none.
  private static boolean isShared(Map map) {
    return map != null && map.getClass() != HashMap.class && map instanceof ConcurrentMap;
  }

  // Of a map that locks, its monitor; NO_MONITOR of one that orders otherwise.
  private static Object put(Map map, int site) {
    return isShared(map) ? null : HeddleProbe.writeContents(map, site);
  }

  private static Object look(Map map, int site) {
    return isShared(map) ? null : HeddleProbe.readContents(map, site);
  }

  // What a map that orders all its calls is asked for, as it would be.
  private static <R> R inOrder(Map map, Object monitor, int site, java.util.function.Supplier<R> call) {
    if (monitor == HeddleProbe.NO_MONITOR) {
      try {
        return call.get();
      } finally {
        HeddleProbe.acquire(map, site);
      }
    }
    synchronized (monitor) {
      HeddleProbe.lock(monitor, site);
      try {
        return call.get();
      } finally {
        HeddleProbe.unlock(monitor, site);
      }
    }
  }

  private static void giving(Map map, Object key, int site) {
    if (isShared(map)) HeddleProbe.signalKey(map, key, site);
  }

  // The map may compare the key with others of the program's classes, by code that is recorded: who put
  // those there so far is before that. Keys that come in this very moment are missed.
  private static void comparing(Map map, Object key, int site) {
    if (key != null && key.getClass().getClassLoader0() != null && isShared(map)) HeddleProbe.awaitKey(map, key, site);
  }

  private static Object found(Map map, Object key, Object result, int site) {
    return result == null ? null : gave(map, key, result, site);
  }

  private static Object gave(Map map, Object key, Object result, int site) {
    if (isShared(map)) HeddleProbe.awaitKey(map, key, site);
    return result;
  }

  // What a function of the program does inside an atomic call comes in a row with others' of the key.
  private static <R> R inside(Map map, Object key, int site, java.util.function.Supplier<R> call) {
    HeddleProbe.awaitKey(map, key, site);
    try {
      return call.get();
    } finally {
      HeddleProbe.signalKey(map, key, site);
    }
  }

  public static Object put(Map map, Object key, Object value, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.put(key, value));
    comparing(map, key, site);
    giving(map, key, site);
    return gave(map, key, map.put(key, value), site);
  }

  public static void putAll(Map map, Map other, int site) {
    Object monitor = put(map, site);
    if (monitor != null) {
      inOrder(map, monitor, site, () -> {
        map.putAll(other);
        return null;
      });
      return;
    }
    look(other, site);
    if (isShared(map)) for (Object key : other.keySet()) giving(map, key, site);
    map.putAll(other);
  }

  public static Object putIfAbsent(Map map, Object key, Object value, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.putIfAbsent(key, value));
    comparing(map, key, site);
    giving(map, key, site);
    return gave(map, key, map.putIfAbsent(key, value), site);
  }

  public static Object replace(Map map, Object key, Object value, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.replace(key, value));
    giving(map, key, site);
    return gave(map, key, map.replace(key, value), site);
  }

  public static boolean replace(Map map, Object key, Object before, Object value, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.replace(key, before, value));
    giving(map, key, site);
    boolean result = map.replace(key, before, value);
    gave(map, key, value, site);
    return result;
  }

  public static Object get(Map map, Object key, int site) {
    Object monitor = look(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.get(key));
    comparing(map, key, site);
    return found(map, key, map.get(key), site);
  }

  public static Object getOrDefault(Map map, Object key, Object value, int site) {
    Object monitor = look(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.getOrDefault(key, value));
    comparing(map, key, site);
    return found(map, key, map.getOrDefault(key, value), site);
  }

  public static boolean containsKey(Map map, Object key, int site) {
    Object monitor = look(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.containsKey(key));
    comparing(map, key, site);
    boolean result = map.containsKey(key);
    if (result) gave(map, key, map, site);
    return result;
  }

  public static Object remove(Map map, Object key, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.remove(key));
    comparing(map, key, site);
    giving(map, key, site);
    return gave(map, key, map.remove(key), site);
  }

  public static Object computeIfAbsent(Map map, Object key, Function function, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.computeIfAbsent(key, function));
    if (!isShared(map)) return map.computeIfAbsent(key, function);
    Function inside = argument -> inside(map, key, site, () -> function.apply(argument));
    return found(map, key, map.computeIfAbsent(key, inside), site);
  }

  public static Object compute(Map map, Object key, BiFunction function, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.compute(key, function));
    if (!isShared(map)) return map.compute(key, function);
    BiFunction inside = (one, two) -> inside(map, key, site, () -> function.apply(one, two));
    return map.compute(key, inside);
  }

  public static Object computeIfPresent(Map map, Object key, BiFunction function, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.computeIfPresent(key, function));
    if (!isShared(map)) return map.computeIfPresent(key, function);
    BiFunction inside = (one, two) -> inside(map, key, site, () -> function.apply(one, two));
    return map.computeIfPresent(key, inside);
  }

  public static Object merge(Map map, Object key, Object value, BiFunction function, int site) {
    Object monitor = put(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.merge(key, value, function));
    if (!isShared(map)) return map.merge(key, value, function);
    giving(map, key, site);
    BiFunction inside = (one, two) -> inside(map, key, site, () -> function.apply(one, two));
    return found(map, key, map.merge(key, value, inside), site);
  }

  public static void clear(Map map, int site) {
    Object monitor = put(map, site);
    if (monitor != null) {
      inOrder(map, monitor, site, () -> {
        map.clear();
        return null;
      });
      return;
    }
    map.clear();
  }

  public static int size(Map map, int site) {
    Object monitor = look(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.size());
    return map.size();
  }

  public static boolean isEmpty(Map map, int site) {
    Object monitor = look(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.isEmpty());
    return map.isEmpty();
  }

  // Who goes through a map finds what all keys have.
  private static Object lookAtAll(Map map, int site) {
    if (isShared(map)) HeddleProbe.await(map, site);
    return look(map, site);
  }

  public static java.util.Collection values(Map map, int site) {
    Object monitor = lookAtAll(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.values());
    return map.values();
  }

  public static java.util.Set entrySet(Map map, int site) {
    Object monitor = lookAtAll(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.entrySet());
    return map.entrySet();
  }

  public static java.util.Set keySet(Map map, int site) {
    Object monitor = lookAtAll(map, site);
    if (monitor != null) return inOrder(map, monitor, site, () -> map.keySet());
    return map.keySet();
  }

  public static void forEach(Map map, java.util.function.BiConsumer action, int site) {
    Object monitor = lookAtAll(map, site);
    if (monitor != null) {
      inOrder(map, monitor, site, () -> {
        map.forEach(action);
        return null;
      });
      return;
    }
    map.forEach(action);
  }
}
