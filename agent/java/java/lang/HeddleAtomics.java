package java.lang;

import java.util.concurrent.atomic.*;
import java.util.function.*;

/**
 * What a recorded program calls instead of the methods of java.util.concurrent.atomic: the same, with what
 * they do to other threads told. The first parameter is the object that the method is called on; that and
 * the name say which call of the program becomes which call here. A field updater tells of the object
 * whose field it updates, and an array of all its elements as one.
 */
@SuppressWarnings({"rawtypes", "unchecked", "deprecation"})
public final class HeddleAtomics {
  private static final int ATOMIC_READ = 23, ATOMIC_WRITE = 24;

  private HeddleAtomics() {}

  private static void before(Object object) {
    HeddleProbe.hook(object, ATOMIC_WRITE);
  }

  private static void after(Object object) {
    HeddleProbe.hook(object, ATOMIC_READ);
  }

  public static int get(AtomicInteger atomic) {
    int result = atomic.get();
    after(atomic);
    return result;
  }

  public static void set(AtomicInteger atomic, int a) {
    before(atomic);
    atomic.set(a);
  }

  public static void lazySet(AtomicInteger atomic, int a) {
    before(atomic);
    atomic.lazySet(a);
  }

  public static int getAndSet(AtomicInteger atomic, int a) {
    before(atomic);
    int result = atomic.getAndSet(a);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b);
    after(atomic);
    return result;
  }

  public static int getAndIncrement(AtomicInteger atomic) {
    before(atomic);
    int result = atomic.getAndIncrement();
    after(atomic);
    return result;
  }

  public static int getAndDecrement(AtomicInteger atomic) {
    before(atomic);
    int result = atomic.getAndDecrement();
    after(atomic);
    return result;
  }

  public static int getAndAdd(AtomicInteger atomic, int a) {
    before(atomic);
    int result = atomic.getAndAdd(a);
    after(atomic);
    return result;
  }

  public static int incrementAndGet(AtomicInteger atomic) {
    before(atomic);
    int result = atomic.incrementAndGet();
    after(atomic);
    return result;
  }

  public static int decrementAndGet(AtomicInteger atomic) {
    before(atomic);
    int result = atomic.decrementAndGet();
    after(atomic);
    return result;
  }

  public static int addAndGet(AtomicInteger atomic, int a) {
    before(atomic);
    int result = atomic.addAndGet(a);
    after(atomic);
    return result;
  }

  public static int getAndUpdate(AtomicInteger atomic, IntUnaryOperator a) {
    before(atomic);
    int result = atomic.getAndUpdate(a);
    after(atomic);
    return result;
  }

  public static int updateAndGet(AtomicInteger atomic, IntUnaryOperator a) {
    before(atomic);
    int result = atomic.updateAndGet(a);
    after(atomic);
    return result;
  }

  public static int getAndAccumulate(AtomicInteger atomic, int a, IntBinaryOperator b) {
    before(atomic);
    int result = atomic.getAndAccumulate(a, b);
    after(atomic);
    return result;
  }

  public static int accumulateAndGet(AtomicInteger atomic, int a, IntBinaryOperator b) {
    before(atomic);
    int result = atomic.accumulateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static int getOpaque(AtomicInteger atomic) {
    int result = atomic.getOpaque();
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicInteger atomic, int a) {
    before(atomic);
    atomic.setOpaque(a);
  }

  public static int getAcquire(AtomicInteger atomic) {
    int result = atomic.getAcquire();
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicInteger atomic, int a) {
    before(atomic);
    atomic.setRelease(a);
  }

  public static int compareAndExchange(AtomicInteger atomic, int a, int b) {
    before(atomic);
    int result = atomic.compareAndExchange(a, b);
    after(atomic);
    return result;
  }

  public static int compareAndExchangeAcquire(AtomicInteger atomic, int a, int b) {
    before(atomic);
    int result = atomic.compareAndExchangeAcquire(a, b);
    after(atomic);
    return result;
  }

  public static int compareAndExchangeRelease(AtomicInteger atomic, int a, int b) {
    before(atomic);
    int result = atomic.compareAndExchangeRelease(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicInteger atomic, int a, int b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b);
    after(atomic);
    return result;
  }

  public static long get(AtomicLong atomic) {
    long result = atomic.get();
    after(atomic);
    return result;
  }

  public static void set(AtomicLong atomic, long a) {
    before(atomic);
    atomic.set(a);
  }

  public static void lazySet(AtomicLong atomic, long a) {
    before(atomic);
    atomic.lazySet(a);
  }

  public static long getAndSet(AtomicLong atomic, long a) {
    before(atomic);
    long result = atomic.getAndSet(a);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b);
    after(atomic);
    return result;
  }

  public static long getAndIncrement(AtomicLong atomic) {
    before(atomic);
    long result = atomic.getAndIncrement();
    after(atomic);
    return result;
  }

  public static long getAndDecrement(AtomicLong atomic) {
    before(atomic);
    long result = atomic.getAndDecrement();
    after(atomic);
    return result;
  }

  public static long getAndAdd(AtomicLong atomic, long a) {
    before(atomic);
    long result = atomic.getAndAdd(a);
    after(atomic);
    return result;
  }

  public static long incrementAndGet(AtomicLong atomic) {
    before(atomic);
    long result = atomic.incrementAndGet();
    after(atomic);
    return result;
  }

  public static long decrementAndGet(AtomicLong atomic) {
    before(atomic);
    long result = atomic.decrementAndGet();
    after(atomic);
    return result;
  }

  public static long addAndGet(AtomicLong atomic, long a) {
    before(atomic);
    long result = atomic.addAndGet(a);
    after(atomic);
    return result;
  }

  public static long getAndUpdate(AtomicLong atomic, LongUnaryOperator a) {
    before(atomic);
    long result = atomic.getAndUpdate(a);
    after(atomic);
    return result;
  }

  public static long updateAndGet(AtomicLong atomic, LongUnaryOperator a) {
    before(atomic);
    long result = atomic.updateAndGet(a);
    after(atomic);
    return result;
  }

  public static long getAndAccumulate(AtomicLong atomic, long a, LongBinaryOperator b) {
    before(atomic);
    long result = atomic.getAndAccumulate(a, b);
    after(atomic);
    return result;
  }

  public static long accumulateAndGet(AtomicLong atomic, long a, LongBinaryOperator b) {
    before(atomic);
    long result = atomic.accumulateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static long getOpaque(AtomicLong atomic) {
    long result = atomic.getOpaque();
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicLong atomic, long a) {
    before(atomic);
    atomic.setOpaque(a);
  }

  public static long getAcquire(AtomicLong atomic) {
    long result = atomic.getAcquire();
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicLong atomic, long a) {
    before(atomic);
    atomic.setRelease(a);
  }

  public static long compareAndExchange(AtomicLong atomic, long a, long b) {
    before(atomic);
    long result = atomic.compareAndExchange(a, b);
    after(atomic);
    return result;
  }

  public static long compareAndExchangeAcquire(AtomicLong atomic, long a, long b) {
    before(atomic);
    long result = atomic.compareAndExchangeAcquire(a, b);
    after(atomic);
    return result;
  }

  public static long compareAndExchangeRelease(AtomicLong atomic, long a, long b) {
    before(atomic);
    long result = atomic.compareAndExchangeRelease(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicLong atomic, long a, long b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b);
    after(atomic);
    return result;
  }

  public static boolean get(AtomicBoolean atomic) {
    boolean result = atomic.get();
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b);
    after(atomic);
    return result;
  }

  public static void set(AtomicBoolean atomic, boolean a) {
    before(atomic);
    atomic.set(a);
  }

  public static void lazySet(AtomicBoolean atomic, boolean a) {
    before(atomic);
    atomic.lazySet(a);
  }

  public static boolean getAndSet(AtomicBoolean atomic, boolean a) {
    before(atomic);
    boolean result = atomic.getAndSet(a);
    after(atomic);
    return result;
  }

  public static boolean getOpaque(AtomicBoolean atomic) {
    boolean result = atomic.getOpaque();
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicBoolean atomic, boolean a) {
    before(atomic);
    atomic.setOpaque(a);
  }

  public static boolean getAcquire(AtomicBoolean atomic) {
    boolean result = atomic.getAcquire();
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicBoolean atomic, boolean a) {
    before(atomic);
    atomic.setRelease(a);
  }

  public static boolean compareAndExchange(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.compareAndExchange(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndExchangeAcquire(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.compareAndExchangeAcquire(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndExchangeRelease(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.compareAndExchangeRelease(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicBoolean atomic, boolean a, boolean b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b);
    after(atomic);
    return result;
  }

  public static Object get(AtomicReference atomic) {
    Object result = atomic.get();
    after(atomic);
    return result;
  }

  public static void set(AtomicReference atomic, Object a) {
    before(atomic);
    atomic.set(a);
  }

  public static void lazySet(AtomicReference atomic, Object a) {
    before(atomic);
    atomic.lazySet(a);
  }

  public static boolean compareAndSet(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b);
    after(atomic);
    return result;
  }

  public static Object getAndSet(AtomicReference atomic, Object a) {
    before(atomic);
    Object result = atomic.getAndSet(a);
    after(atomic);
    return result;
  }

  public static Object getAndUpdate(AtomicReference atomic, UnaryOperator a) {
    before(atomic);
    Object result = atomic.getAndUpdate(a);
    after(atomic);
    return result;
  }

  public static Object updateAndGet(AtomicReference atomic, UnaryOperator a) {
    before(atomic);
    Object result = atomic.updateAndGet(a);
    after(atomic);
    return result;
  }

  public static Object getAndAccumulate(AtomicReference atomic, Object a, BinaryOperator b) {
    before(atomic);
    Object result = atomic.getAndAccumulate(a, b);
    after(atomic);
    return result;
  }

  public static Object accumulateAndGet(AtomicReference atomic, Object a, BinaryOperator b) {
    before(atomic);
    Object result = atomic.accumulateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static Object getOpaque(AtomicReference atomic) {
    Object result = atomic.getOpaque();
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicReference atomic, Object a) {
    before(atomic);
    atomic.setOpaque(a);
  }

  public static Object getAcquire(AtomicReference atomic) {
    Object result = atomic.getAcquire();
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicReference atomic, Object a) {
    before(atomic);
    atomic.setRelease(a);
  }

  public static Object compareAndExchange(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    Object result = atomic.compareAndExchange(a, b);
    after(atomic);
    return result;
  }

  public static Object compareAndExchangeAcquire(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    Object result = atomic.compareAndExchangeAcquire(a, b);
    after(atomic);
    return result;
  }

  public static Object compareAndExchangeRelease(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    Object result = atomic.compareAndExchangeRelease(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicReference atomic, Object a, Object b) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b);
    after(atomic);
    return result;
  }

  public static int get(AtomicIntegerArray atomic, int a) {
    int result = atomic.get(a);
    after(atomic);
    return result;
  }

  public static void set(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    atomic.lazySet(a, b);
  }

  public static int getAndSet(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    int result = atomic.getAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b, c);
    after(atomic);
    return result;
  }

  public static int getAndIncrement(AtomicIntegerArray atomic, int a) {
    before(atomic);
    int result = atomic.getAndIncrement(a);
    after(atomic);
    return result;
  }

  public static int getAndDecrement(AtomicIntegerArray atomic, int a) {
    before(atomic);
    int result = atomic.getAndDecrement(a);
    after(atomic);
    return result;
  }

  public static int getAndAdd(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    int result = atomic.getAndAdd(a, b);
    after(atomic);
    return result;
  }

  public static int incrementAndGet(AtomicIntegerArray atomic, int a) {
    before(atomic);
    int result = atomic.incrementAndGet(a);
    after(atomic);
    return result;
  }

  public static int decrementAndGet(AtomicIntegerArray atomic, int a) {
    before(atomic);
    int result = atomic.decrementAndGet(a);
    after(atomic);
    return result;
  }

  public static int addAndGet(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    int result = atomic.addAndGet(a, b);
    after(atomic);
    return result;
  }

  public static int getAndUpdate(AtomicIntegerArray atomic, int a, IntUnaryOperator b) {
    before(atomic);
    int result = atomic.getAndUpdate(a, b);
    after(atomic);
    return result;
  }

  public static int updateAndGet(AtomicIntegerArray atomic, int a, IntUnaryOperator b) {
    before(atomic);
    int result = atomic.updateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static int getAndAccumulate(AtomicIntegerArray atomic, int a, int b, IntBinaryOperator c) {
    before(atomic);
    int result = atomic.getAndAccumulate(a, b, c);
    after(atomic);
    return result;
  }

  public static int accumulateAndGet(AtomicIntegerArray atomic, int a, int b, IntBinaryOperator c) {
    before(atomic);
    int result = atomic.accumulateAndGet(a, b, c);
    after(atomic);
    return result;
  }

  public static int getOpaque(AtomicIntegerArray atomic, int a) {
    int result = atomic.getOpaque(a);
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    atomic.setOpaque(a, b);
  }

  public static int getAcquire(AtomicIntegerArray atomic, int a) {
    int result = atomic.getAcquire(a);
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicIntegerArray atomic, int a, int b) {
    before(atomic);
    atomic.setRelease(a, b);
  }

  public static int compareAndExchange(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    int result = atomic.compareAndExchange(a, b, c);
    after(atomic);
    return result;
  }

  public static int compareAndExchangeAcquire(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    int result = atomic.compareAndExchangeAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static int compareAndExchangeRelease(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    int result = atomic.compareAndExchangeRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicIntegerArray atomic, int a, int b, int c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static long get(AtomicLongArray atomic, int a) {
    long result = atomic.get(a);
    after(atomic);
    return result;
  }

  public static void set(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    atomic.lazySet(a, b);
  }

  public static long getAndSet(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    long result = atomic.getAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b, c);
    after(atomic);
    return result;
  }

  public static long getAndIncrement(AtomicLongArray atomic, int a) {
    before(atomic);
    long result = atomic.getAndIncrement(a);
    after(atomic);
    return result;
  }

  public static long getAndDecrement(AtomicLongArray atomic, int a) {
    before(atomic);
    long result = atomic.getAndDecrement(a);
    after(atomic);
    return result;
  }

  public static long getAndAdd(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    long result = atomic.getAndAdd(a, b);
    after(atomic);
    return result;
  }

  public static long incrementAndGet(AtomicLongArray atomic, int a) {
    before(atomic);
    long result = atomic.incrementAndGet(a);
    after(atomic);
    return result;
  }

  public static long decrementAndGet(AtomicLongArray atomic, int a) {
    before(atomic);
    long result = atomic.decrementAndGet(a);
    after(atomic);
    return result;
  }

  public static long addAndGet(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    long result = atomic.addAndGet(a, b);
    after(atomic);
    return result;
  }

  public static long getAndUpdate(AtomicLongArray atomic, int a, LongUnaryOperator b) {
    before(atomic);
    long result = atomic.getAndUpdate(a, b);
    after(atomic);
    return result;
  }

  public static long updateAndGet(AtomicLongArray atomic, int a, LongUnaryOperator b) {
    before(atomic);
    long result = atomic.updateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static long getAndAccumulate(AtomicLongArray atomic, int a, long b, LongBinaryOperator c) {
    before(atomic);
    long result = atomic.getAndAccumulate(a, b, c);
    after(atomic);
    return result;
  }

  public static long accumulateAndGet(AtomicLongArray atomic, int a, long b, LongBinaryOperator c) {
    before(atomic);
    long result = atomic.accumulateAndGet(a, b, c);
    after(atomic);
    return result;
  }

  public static long getOpaque(AtomicLongArray atomic, int a) {
    long result = atomic.getOpaque(a);
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    atomic.setOpaque(a, b);
  }

  public static long getAcquire(AtomicLongArray atomic, int a) {
    long result = atomic.getAcquire(a);
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicLongArray atomic, int a, long b) {
    before(atomic);
    atomic.setRelease(a, b);
  }

  public static long compareAndExchange(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    long result = atomic.compareAndExchange(a, b, c);
    after(atomic);
    return result;
  }

  public static long compareAndExchangeAcquire(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    long result = atomic.compareAndExchangeAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static long compareAndExchangeRelease(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    long result = atomic.compareAndExchangeRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicLongArray atomic, int a, long b, long c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static Object get(AtomicReferenceArray atomic, int a) {
    Object result = atomic.get(a);
    after(atomic);
    return result;
  }

  public static void set(AtomicReferenceArray atomic, int a, Object b) {
    before(atomic);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicReferenceArray atomic, int a, Object b) {
    before(atomic);
    atomic.lazySet(a, b);
  }

  public static Object getAndSet(AtomicReferenceArray atomic, int a, Object b) {
    before(atomic);
    Object result = atomic.getAndSet(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetPlain(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetPlain(a, b, c);
    after(atomic);
    return result;
  }

  public static Object getAndUpdate(AtomicReferenceArray atomic, int a, UnaryOperator b) {
    before(atomic);
    Object result = atomic.getAndUpdate(a, b);
    after(atomic);
    return result;
  }

  public static Object updateAndGet(AtomicReferenceArray atomic, int a, UnaryOperator b) {
    before(atomic);
    Object result = atomic.updateAndGet(a, b);
    after(atomic);
    return result;
  }

  public static Object getAndAccumulate(AtomicReferenceArray atomic, int a, Object b, BinaryOperator c) {
    before(atomic);
    Object result = atomic.getAndAccumulate(a, b, c);
    after(atomic);
    return result;
  }

  public static Object accumulateAndGet(AtomicReferenceArray atomic, int a, Object b, BinaryOperator c) {
    before(atomic);
    Object result = atomic.accumulateAndGet(a, b, c);
    after(atomic);
    return result;
  }

  public static Object getOpaque(AtomicReferenceArray atomic, int a) {
    Object result = atomic.getOpaque(a);
    after(atomic);
    return result;
  }

  public static void setOpaque(AtomicReferenceArray atomic, int a, Object b) {
    before(atomic);
    atomic.setOpaque(a, b);
  }

  public static Object getAcquire(AtomicReferenceArray atomic, int a) {
    Object result = atomic.getAcquire(a);
    after(atomic);
    return result;
  }

  public static void setRelease(AtomicReferenceArray atomic, int a, Object b) {
    before(atomic);
    atomic.setRelease(a, b);
  }

  public static Object compareAndExchange(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    Object result = atomic.compareAndExchange(a, b, c);
    after(atomic);
    return result;
  }

  public static Object compareAndExchangeAcquire(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    Object result = atomic.compareAndExchangeAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static Object compareAndExchangeRelease(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    Object result = atomic.compareAndExchangeRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetVolatile(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetVolatile(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetAcquire(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetAcquire(a, b, c);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSetRelease(AtomicReferenceArray atomic, int a, Object b, Object c) {
    before(atomic);
    boolean result = atomic.weakCompareAndSetRelease(a, b, c);
    after(atomic);
    return result;
  }

  public static Object getReference(AtomicStampedReference atomic) {
    Object result = atomic.getReference();
    after(atomic);
    return result;
  }

  public static int getStamp(AtomicStampedReference atomic) {
    int result = atomic.getStamp();
    after(atomic);
    return result;
  }

  public static Object get(AtomicStampedReference atomic, int[] a) {
    Object result = atomic.get(a);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicStampedReference atomic, Object a, Object b, int c, int d) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b, c, d);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicStampedReference atomic, Object a, Object b, int c, int d) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b, c, d);
    after(atomic);
    return result;
  }

  public static void set(AtomicStampedReference atomic, Object a, int b) {
    before(atomic);
    atomic.set(a, b);
  }

  public static boolean attemptStamp(AtomicStampedReference atomic, Object a, int b) {
    before(atomic);
    boolean result = atomic.attemptStamp(a, b);
    after(atomic);
    return result;
  }

  public static Object getReference(AtomicMarkableReference atomic) {
    Object result = atomic.getReference();
    after(atomic);
    return result;
  }

  public static boolean isMarked(AtomicMarkableReference atomic) {
    boolean result = atomic.isMarked();
    after(atomic);
    return result;
  }

  public static Object get(AtomicMarkableReference atomic, boolean[] a) {
    Object result = atomic.get(a);
    after(atomic);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicMarkableReference atomic, Object a, Object b, boolean c, boolean d) {
    before(atomic);
    boolean result = atomic.weakCompareAndSet(a, b, c, d);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicMarkableReference atomic, Object a, Object b, boolean c, boolean d) {
    before(atomic);
    boolean result = atomic.compareAndSet(a, b, c, d);
    after(atomic);
    return result;
  }

  public static void set(AtomicMarkableReference atomic, Object a, boolean b) {
    before(atomic);
    atomic.set(a, b);
  }

  public static boolean attemptMark(AtomicMarkableReference atomic, Object a, boolean b) {
    before(atomic);
    boolean result = atomic.attemptMark(a, b);
    after(atomic);
    return result;
  }

  public static boolean compareAndSet(AtomicIntegerFieldUpdater atomic, Object a, int b, int c) {
    before(a);
    boolean result = atomic.compareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicIntegerFieldUpdater atomic, Object a, int b, int c) {
    before(a);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static void set(AtomicIntegerFieldUpdater atomic, Object a, int b) {
    before(a);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicIntegerFieldUpdater atomic, Object a, int b) {
    before(a);
    atomic.lazySet(a, b);
  }

  public static int get(AtomicIntegerFieldUpdater atomic, Object a) {
    int result = atomic.get(a);
    after(a);
    return result;
  }

  public static int getAndSet(AtomicIntegerFieldUpdater atomic, Object a, int b) {
    before(a);
    int result = atomic.getAndSet(a, b);
    after(a);
    return result;
  }

  public static int getAndIncrement(AtomicIntegerFieldUpdater atomic, Object a) {
    before(a);
    int result = atomic.getAndIncrement(a);
    after(a);
    return result;
  }

  public static int getAndDecrement(AtomicIntegerFieldUpdater atomic, Object a) {
    before(a);
    int result = atomic.getAndDecrement(a);
    after(a);
    return result;
  }

  public static int getAndAdd(AtomicIntegerFieldUpdater atomic, Object a, int b) {
    before(a);
    int result = atomic.getAndAdd(a, b);
    after(a);
    return result;
  }

  public static int incrementAndGet(AtomicIntegerFieldUpdater atomic, Object a) {
    before(a);
    int result = atomic.incrementAndGet(a);
    after(a);
    return result;
  }

  public static int decrementAndGet(AtomicIntegerFieldUpdater atomic, Object a) {
    before(a);
    int result = atomic.decrementAndGet(a);
    after(a);
    return result;
  }

  public static int addAndGet(AtomicIntegerFieldUpdater atomic, Object a, int b) {
    before(a);
    int result = atomic.addAndGet(a, b);
    after(a);
    return result;
  }

  public static int getAndUpdate(AtomicIntegerFieldUpdater atomic, Object a, IntUnaryOperator b) {
    before(a);
    int result = atomic.getAndUpdate(a, b);
    after(a);
    return result;
  }

  public static int updateAndGet(AtomicIntegerFieldUpdater atomic, Object a, IntUnaryOperator b) {
    before(a);
    int result = atomic.updateAndGet(a, b);
    after(a);
    return result;
  }

  public static int getAndAccumulate(AtomicIntegerFieldUpdater atomic, Object a, int b, IntBinaryOperator c) {
    before(a);
    int result = atomic.getAndAccumulate(a, b, c);
    after(a);
    return result;
  }

  public static int accumulateAndGet(AtomicIntegerFieldUpdater atomic, Object a, int b, IntBinaryOperator c) {
    before(a);
    int result = atomic.accumulateAndGet(a, b, c);
    after(a);
    return result;
  }

  public static boolean compareAndSet(AtomicLongFieldUpdater atomic, Object a, long b, long c) {
    before(a);
    boolean result = atomic.compareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicLongFieldUpdater atomic, Object a, long b, long c) {
    before(a);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static void set(AtomicLongFieldUpdater atomic, Object a, long b) {
    before(a);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicLongFieldUpdater atomic, Object a, long b) {
    before(a);
    atomic.lazySet(a, b);
  }

  public static long get(AtomicLongFieldUpdater atomic, Object a) {
    long result = atomic.get(a);
    after(a);
    return result;
  }

  public static long getAndSet(AtomicLongFieldUpdater atomic, Object a, long b) {
    before(a);
    long result = atomic.getAndSet(a, b);
    after(a);
    return result;
  }

  public static long getAndIncrement(AtomicLongFieldUpdater atomic, Object a) {
    before(a);
    long result = atomic.getAndIncrement(a);
    after(a);
    return result;
  }

  public static long getAndDecrement(AtomicLongFieldUpdater atomic, Object a) {
    before(a);
    long result = atomic.getAndDecrement(a);
    after(a);
    return result;
  }

  public static long getAndAdd(AtomicLongFieldUpdater atomic, Object a, long b) {
    before(a);
    long result = atomic.getAndAdd(a, b);
    after(a);
    return result;
  }

  public static long incrementAndGet(AtomicLongFieldUpdater atomic, Object a) {
    before(a);
    long result = atomic.incrementAndGet(a);
    after(a);
    return result;
  }

  public static long decrementAndGet(AtomicLongFieldUpdater atomic, Object a) {
    before(a);
    long result = atomic.decrementAndGet(a);
    after(a);
    return result;
  }

  public static long addAndGet(AtomicLongFieldUpdater atomic, Object a, long b) {
    before(a);
    long result = atomic.addAndGet(a, b);
    after(a);
    return result;
  }

  public static long getAndUpdate(AtomicLongFieldUpdater atomic, Object a, LongUnaryOperator b) {
    before(a);
    long result = atomic.getAndUpdate(a, b);
    after(a);
    return result;
  }

  public static long updateAndGet(AtomicLongFieldUpdater atomic, Object a, LongUnaryOperator b) {
    before(a);
    long result = atomic.updateAndGet(a, b);
    after(a);
    return result;
  }

  public static long getAndAccumulate(AtomicLongFieldUpdater atomic, Object a, long b, LongBinaryOperator c) {
    before(a);
    long result = atomic.getAndAccumulate(a, b, c);
    after(a);
    return result;
  }

  public static long accumulateAndGet(AtomicLongFieldUpdater atomic, Object a, long b, LongBinaryOperator c) {
    before(a);
    long result = atomic.accumulateAndGet(a, b, c);
    after(a);
    return result;
  }

  public static boolean compareAndSet(AtomicReferenceFieldUpdater atomic, Object a, Object b, Object c) {
    before(a);
    boolean result = atomic.compareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static boolean weakCompareAndSet(AtomicReferenceFieldUpdater atomic, Object a, Object b, Object c) {
    before(a);
    boolean result = atomic.weakCompareAndSet(a, b, c);
    after(a);
    return result;
  }

  public static void set(AtomicReferenceFieldUpdater atomic, Object a, Object b) {
    before(a);
    atomic.set(a, b);
  }

  public static void lazySet(AtomicReferenceFieldUpdater atomic, Object a, Object b) {
    before(a);
    atomic.lazySet(a, b);
  }

  public static Object get(AtomicReferenceFieldUpdater atomic, Object a) {
    Object result = atomic.get(a);
    after(a);
    return result;
  }

  public static Object getAndSet(AtomicReferenceFieldUpdater atomic, Object a, Object b) {
    before(a);
    Object result = atomic.getAndSet(a, b);
    after(a);
    return result;
  }

  public static Object getAndUpdate(AtomicReferenceFieldUpdater atomic, Object a, UnaryOperator b) {
    before(a);
    Object result = atomic.getAndUpdate(a, b);
    after(a);
    return result;
  }

  public static Object updateAndGet(AtomicReferenceFieldUpdater atomic, Object a, UnaryOperator b) {
    before(a);
    Object result = atomic.updateAndGet(a, b);
    after(a);
    return result;
  }

  public static Object getAndAccumulate(AtomicReferenceFieldUpdater atomic, Object a, Object b, BinaryOperator c) {
    before(a);
    Object result = atomic.getAndAccumulate(a, b, c);
    after(a);
    return result;
  }

  public static Object accumulateAndGet(AtomicReferenceFieldUpdater atomic, Object a, Object b, BinaryOperator c) {
    before(a);
    Object result = atomic.accumulateAndGet(a, b, c);
    after(a);
    return result;
  }

  public static void add(LongAdder atomic, long a) {
    before(atomic);
    atomic.add(a);
    after(atomic);
  }

  public static void increment(LongAdder atomic) {
    before(atomic);
    atomic.increment();
    after(atomic);
  }

  public static void decrement(LongAdder atomic) {
    before(atomic);
    atomic.decrement();
    after(atomic);
  }

  public static long sum(LongAdder atomic) {
    long result = atomic.sum();
    after(atomic);
    return result;
  }

  public static void reset(LongAdder atomic) {
    before(atomic);
    atomic.reset();
    after(atomic);
  }

  public static long sumThenReset(LongAdder atomic) {
    before(atomic);
    long result = atomic.sumThenReset();
    after(atomic);
    return result;
  }

}
