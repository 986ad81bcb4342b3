// Annotations that name locks: on methods, whose callers must hold them, and locks of classes around.
package guards;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface GuardedBy { String value(); }

// Who calls must hold the lock; inside it counts as held.
class Methods {
  private final Object lock = new Object();
  private static final Object GLOBAL = new Object();
  private static int total;
  private int value, byThis;

  @GuardedBy("lock") private void setOk(int to) { value = to; }
  @GuardedBy("lock") int getOk() { return value; }
  @GuardedBy("this") void ownOk() { byThis++; }
  @GuardedBy("Methods.class") static void ofClass() { total++; }
  @GuardedBy("GLOBAL") static void global() {}

  void blockOk() { synchronized (lock) { setOk(3); } }
  void bareBad() { setOk(4); }
  synchronized void anotherLockBad() { setOk(5); }
  int readBad() { return getOk(); }
  private void passOn() { setOk(6); }
  void throughHelperBad() { passOn(); }
  void throughLockedHelperOk() { synchronized (lock) { setOk(9); } }
  private void passOnLocked() { setOk(7); }
  void heldAboveOk() { synchronized (lock) { passOnLocked(); } }
  @GuardedBy("lock") void guardedItselfOk() { setOk(8); }
  synchronized void ownHeldOk() { ownOk(); }
  void ownBareBad() { ownOk(); }
  static synchronized void classHeldOk() { ofClass(); }
  synchronized void classBad() { ofClass(); }
  static void globalOk() { synchronized (GLOBAL) { global(); } }
  static void globalBad() { global(); }
  Methods() { setOk(1); }
  static Methods freshOk() { Methods made = new Methods(); made.setOk(2); return made; }
  static void givenBad(Methods other) { other.getOk(); }
  static void givenOk(Methods other) { synchronized (other.lock) { other.getOk(); } }
  void otherObjectBad(Methods other) { synchronized (lock) { other.setOk(3); } }
  void behindBad() { synchronized (lock) { value = 2; } setOk(1); }
}

// The race itself is told where nobody promised anything.
@ThreadSafe
class MethodsSafe {
  private final ReentrantLock lock = new ReentrantLock();
  private int value, other;

  @GuardedBy("lock") void addOk() { value++; }
  void lockedOk() { lock.lock(); try { addOk(); value--; } finally { lock.unlock(); } }
  void bareBad() { other++; }
  void triedOk() { if (lock.tryLock()) { try { addOk(); } finally { lock.unlock(); } } }
  void notTriedBad() { if (!lock.tryLock()) { addOk(); } else { lock.unlock(); } }
  void releasedBad() { lock.lock(); lock.unlock(); addOk(); }
}

// A method that gives back what its callers hold.
class GivesBack {
  private final ReentrantLock lock = new ReentrantLock();
  private int value;

  @GuardedBy("lock") private void end() { value++; lock.unlock(); }
  void whole() { lock.lock(); value = 1; end(); }
  void behindBad() { lock.lock(); end(); value = 2; }
}

class GivesBackRight {
  private final ReentrantLock lock = new ReentrantLock();
  private int value;

  @GuardedBy("lock") private void endOk() { value++; lock.unlock(); }
  void wholeOk() { lock.lock(); value = 1; endOk(); }
}

// By way of what overrides it, and of what is overridden.
abstract class Above {
  protected final Object lock = new Object();
  protected int count;

  @GuardedBy("lock") abstract void step();
  void runOk() { synchronized (lock) { step(); } }
  void runBad() { step(); }
}

class Below extends Above {
  void step() { stepOk(); }
  private void stepOk() { count++; }
  int countOk() { synchronized (lock) { return count; } }
}

// Locks of the class around.
class Around {
  private final Object lock = new Object();
  private final Node head = new Node();

  class Node {
    @GuardedBy("lock") int byName;
    @GuardedBy("Around.this") int byThis;
    @GuardedBy("Around.this.lock") int byPath;

    void nameOk() { synchronized (lock) { byName++; } }
    void nameBad() { byName++; }
    void thisLocked() { synchronized (Around.this) { byThis++; } }
    synchronized void ownMonitorBad() { byThis++; }
    void pathOk() { synchronized (lock) { byPath++; } }
    void pathBad() { byPath++; }
    @GuardedBy("lock") void wants() { byName--; }
    void wantsBad() { wants(); }
  }

  void headLocked() { synchronized (lock) { head.byName = 3; head.wants(); } }
  void headCallOk() { synchronized (lock) { head.wants(); } }
  synchronized void headThisOk() { head.byThis = 4; }
  void headBad() { head.byName = 5; }
  synchronized void headCallBad() { head.wants(); }
}

class Nested {
  static final Object LOCK = new Object();

  static class Entry {
    @GuardedBy("LOCK") int byName;
    @GuardedBy("Nested.LOCK") int byClass;

    void nameLocked() { synchronized (LOCK) { byName++; } }
    void nameBad() { byName++; }
    void classLocked() { synchronized (LOCK) { byClass++; } }
    void classBad() { byClass++; }
  }
}

class NestedRight {
  static final Object LOCK = new Object();

  static class Entry {
    @GuardedBy("NestedRight.LOCK") int value;

    void oneOk() { synchronized (LOCK) { value++; } }
    void otherOk() { synchronized (NestedRight.LOCK) { value--; } }
  }
}

class AroundRight {
  private final Object lock = new Object();
  private final Node head = new Node();

  class Node {
    @GuardedBy("AroundRight.this") int byThis;
    @GuardedBy("lock") int byName;

    void thisOk() { synchronized (AroundRight.this) { byThis++; } }
    void nameOk() { synchronized (lock) { byName++; } }
  }
  synchronized void headThisOk() { head.byThis = 4; }
  void headOk() { synchronized (lock) { head.byName = 3; } }
}

class OtherClass {
  @GuardedBy("Nested.LOCK") private int value;

  void right() { synchronized (Nested.LOCK) { value++; } }
  synchronized void wrongBad() { value++; }
}

class ByReadWrite {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock readLock = lock.readLock();
  @GuardedBy("lock") private int value;

  int readLocked() { readLock.lock(); try { return value; } finally { readLock.unlock(); } }
  void writeLocked() { lock.writeLock().lock(); try { value++; } finally { lock.writeLock().unlock(); } }
  void writeBad() { readLock.lock(); try { value++; } finally { readLock.unlock(); } }
  int readBad() { return value; }
}
