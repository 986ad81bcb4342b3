package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Numbers of objects: the hashes that the JVM keeps in their headers. An object that has none would get it from the
 * JVM, for some hundred nanoseconds and from a counter of all threads. Where the form of headers is as expected, a
 * probe puts the number there itself, as the JVM would.
 *
 * <p>The numbers are those that the JVM will draw when it has drawn a thousand million (agent/identity.h), so that
 * both give none twice before. Each thread takes some at once.
 */
final class HeddleIdentity {
  /** How many numbers a thread takes at once. */
  static final int BLOCK = 1 << 10;

  private static final int MODULUS = 0x7FFFFFFF, FACTOR = 16807; // of the JVM's generator
  private static final long FAR = 1L << 30;
  private static final int MOST_OTHERS = 64; // numbers that the JVM may draw for something else in between
  private static final Unsafe U = Unsafe.getUnsafe();

  /** Where the hash begins in a header, in bits; 0: only the JVM can give numbers. */
  static final int SHIFT;

  private static final int START; // drawn by the JVM
  private static final long TAKEN; // the address of how many blocks were taken

  static {
    Object one = new Object(), other = new Object();
    long empty = U.getLong(one, 0L);
    int first = System.identityHashCode(one), second = System.identityHashCode(other);
    int shift = shiftOf(empty, U.getLong(one, 0L), first);
    START = first;
    TAKEN = U.allocateMemory(8);
    U.putLong(TAKEN, 0);
    SHIFT = follows(first, second) && isAccepted(empty, shift) ? shift : 0;
  }

  private HeddleIdentity() {}

  // Of a header before and after it has got a hash.
  private static int shiftOf(long empty, long header, int hash) {
    for (int shift = 8; shift <= 32; shift++)
      if ((empty & 7) == 1 && (empty >>> shift & MODULUS) == 0 && header == (empty | (long) hash << shift)) return shift;
    return 0;
  }

  private static boolean follows(int first, int second) {
    for (int left = MOST_OTHERS; left != 0; left--) {
      first = next(first);
      if (first == second) return true;
    }
    return false;
  }

  // Does the JVM take a number that was put there for its own, also when the object has been locked?
  private static boolean isAccepted(long empty, int shift) {
    Object tried = new Object();
    int number = next(START);
    if (shift == 0 || !U.compareAndSetLong(tried, 0L, empty, empty | (long) number << shift)) return false;
    boolean isThere = System.identityHashCode(tried) == number;
    synchronized (tried) {
      isThere &= System.identityHashCode(tried) == number;
    }
    return isThere && System.identityHashCode(tried) == number;
  }

  /** The number that the JVM draws next after one. */
  static int next(int number) {
    long product = (long) FACTOR * number;
    long folded = (product & MODULUS) + (product >>> 31);
    return (int) (folded > MODULUS ? folded - MODULUS : folded);
  }

  /** The first of a block of numbers that nobody else gets; 0: there are no more. */
  static int firstOfBlock() {
    long block = U.getAndAddLong(null, TAKEN, 1);
    if (block >= FAR / BLOCK) return 0;
    long number = START, power = FACTOR;
    for (long steps = FAR + block * BLOCK; steps != 0; steps >>= 1) {
      if ((steps & 1) != 0) number = number * power % MODULUS;
      power = power * power % MODULUS;
    }
    return (int) number;
  }
}
