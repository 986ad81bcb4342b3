// Locks are told apart by what they are. Each class has a side under a lock, so several threads are
// expected there.
package locks;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

class Monitor {
  private int value;
  private int inside;
  synchronized void set(int to) { value = to; }
  int getBad() { return value; }
  synchronized int getLocked() { return value; }
  void blockLocked() { synchronized (this) { value++; } }
  void behindBlockBad() { synchronized (this) { value++; } value--; }
  void beforeBlockBad() { value--; synchronized (this) { value++; } }
  synchronized void setInside() { inside = 1; }
  void someTimesBad(boolean b) { if (b) { synchronized (this) { inside++; } } else { inside--; } }
  void eitherWayLocked(boolean b) { synchronized (this) { if (b) inside++; else inside--; } }
  void loopLocked() { for (int i = 0; i < 3; i++) synchronized (this) { inside++; } }
}

// The same without anybody who forgets the lock.
class Right {
  private int value;
  synchronized void setOk(int to) { value = to; }
  void blockOk() { synchronized (this) { value++; } }
  void eitherWayOk(boolean b) { synchronized (this) { if (b) value++; else value--; } }
  void loopOk() { for (int i = 0; i < 3; i++) synchronized (this) { value++; } }
  static void otherOk(Right right) { synchronized (right) { right.value++; } }
  void returnsInsideOk() { synchronized (this) { if (value > 3) return; value++; } }
  void throwsInsideOk() { synchronized (this) { if (value > 3) throw new IllegalStateException(); value++; } }
  void nestedCallOk() { synchronized (this) { bump(); } }
  private void bump() { value++; }
}

class RightExplicit {
  private final ReentrantLock lock = new ReentrantLock();
  private int value;
  void setOk() { lock.lock(); try { value = 1; } finally { lock.unlock(); } }
  void triedOk() { if (lock.tryLock()) { try { value++; } finally { lock.unlock(); } } }
  void notTriedOk() { if (!lock.tryLock()) return; try { value++; } finally { lock.unlock(); } }
  void twiceOk() { lock.lock(); lock.lock(); lock.unlock(); value++; lock.unlock(); }
  void interruptiblyOk() throws InterruptedException { lock.lockInterruptibly(); try { value++; } finally { lock.unlock(); } }
}

class TwoLocks {
  private final Object first = new Object(), second = new Object();
  private int different, nested, same;
  void underFirstBad() { synchronized (first) { different++; } }
  void underSecondBad() { synchronized (second) { different--; } }
  void bothOk() { synchronized (first) { synchronized (second) { nested++; } } }
  void innerOk() { synchronized (second) { nested--; } }
  void aOk() { synchronized (first) { same++; } }
  void bOk() { synchronized (first) { same--; } }
}

class Explicit {
  private final ReentrantLock lock = new ReentrantLock();
  private int plain, tried, early, late, twice;
  void set() { lock.lock(); try { plain = 1; } finally { lock.unlock(); } }
  int getLocked() { lock.lock(); try { return plain; } finally { lock.unlock(); } }
  int getBad() { return plain; }
  void triedLocked() { if (lock.tryLock()) { try { tried++; } finally { lock.unlock(); } } }
  void triedBad() { if (lock.tryLock()) { lock.unlock(); } else { tried--; } }
  void notTried() { if (!lock.tryLock()) return; try { tried++; } finally { lock.unlock(); } }
  void earlyLocked() { lock.lock(); early++; lock.unlock(); }
  void earlyBad() { lock.lock(); lock.unlock(); early++; }
  void lateLocked() { lock.lock(); late++; lock.unlock(); }
  void lateBad() { late++; lock.lock(); lock.unlock(); }
  void twiceLocked() { lock.lock(); lock.lock(); lock.unlock(); twice++; lock.unlock(); }
  void twiceBad() { lock.lock(); lock.lock(); lock.unlock(); lock.unlock(); twice++; }
  void interruptibly() throws InterruptedException { lock.lockInterruptibly(); try { late++; } finally { lock.unlock(); } }
}

class ReadWrite {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock read = lock.readLock(), write = lock.writeLock();
  private int a, b, c;
  void writeOk() { lock.writeLock().lock(); try { a++; } finally { lock.writeLock().unlock(); } }
  int readOk() { lock.readLock().lock(); try { return a; } finally { lock.readLock().unlock(); } }
  void writeUnderReadBad() { lock.readLock().lock(); try { b++; } finally { lock.readLock().unlock(); } }
  void properWriteOfB() { lock.writeLock().lock(); try { b--; } finally { lock.writeLock().unlock(); } }
  void viewWriteOk() { write.lock(); try { c++; } finally { write.unlock(); } }
  int viewReadOk() { read.lock(); try { return c; } finally { read.unlock(); } }
  private int d, e;
  void writeOnlyUnderReadBad(int to) { lock.readLock().lock(); try { d = to; } finally { lock.readLock().unlock(); } }
  void writeOnlyUnderWriteOk(int to) { lock.writeLock().lock(); try { e = to; } finally { lock.writeLock().unlock(); } }
  int directReadOk() { lock.readLock().lock(); try { return c; } finally { lock.readLock().unlock(); } }
}

class Stamped {
  private final StampedLock lock = new StampedLock();
  private int x, y;
  void writeOk() { long s = lock.writeLock(); try { x++; } finally { lock.unlockWrite(s); } }
  int readOk() { long s = lock.readLock(); try { return x; } finally { lock.unlockRead(s); } }
  void writeY() { long s = lock.writeLock(); try { y++; } finally { lock.unlockWrite(s); } }
  void writeUnderReadBad() { long s = lock.readLock(); try { y--; } finally { lock.unlockRead(s); } }
}

// A lock is passed around.
class Helpers {
  private final ReentrantLock lock = new ReentrantLock();
  private int a, b, c, d;
  private void acquire() { lock.lock(); }
  private void release() { lock.unlock(); }
  void wrappedOk() { acquire(); try { a++; } finally { release(); } }
  void otherOk() { lock.lock(); try { a--; } finally { lock.unlock(); } }
  void releasedInCalleeBad() { lock.lock(); release(); b++; }
  void lockedB() { lock.lock(); try { b--; } finally { lock.unlock(); } }
  private void bump() { c++; }
  synchronized void heldByCallerOk() { bump(); }
  synchronized int heldReadOk() { return c; }
  private void drop() { d++; }
  synchronized void held() { drop(); }
  void notHeldBad() { drop(); }
}

// Taken again and given back by what is called: still held behind the call.
class Again {
  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private int a, b, c;
  private int size() { synchronized (monitor) { return a; } }
  private int length() { lock.lock(); try { return b; } finally { lock.unlock(); } }
  void blockOk() { synchronized (monitor) { if (size() > 3) return; a++; } }
  void otherBlockOk() { synchronized (monitor) { a--; } }
  void explicitOk() { lock.lock(); try { if (length() > 3) return; b++; } finally { lock.unlock(); } }
  void otherExplicitOk() { lock.lock(); try { b--; } finally { lock.unlock(); } }
  void properC() { synchronized (monitor) { c++; } }
  void behindBothBad() { synchronized (monitor) { size(); } c--; }
}

// The lock of another object protects nothing here.
class Other {
  private int value;
  synchronized void set() { value = 1; }
  void foreignBad(Object lock) { synchronized (lock) { value++; } }
  void freshBad() { synchronized (new Object()) { value++; } }
}

class Statics {
  private static int count, safe, perInstance;
  static synchronized void inc() { count++; }
  static int readBad() { return count; }
  static void classOk() { synchronized (Statics.class) { safe++; } }
  static synchronized void methodOk() { safe--; }
  synchronized void instanceLockBad() { perInstance++; }
  static synchronized void properPerInstance() { perInstance--; }
}

// The lock hangs on the object that is passed.
class Node {
  int weight;
  final Object lock = new Object();
  void grow() { synchronized (lock) { weight++; } }
  static void growLocked(Node node) { synchronized (node.lock) { node.weight++; } }
  static void growBad(Node node) { node.weight++; }
  void otherNodeBad(Node node) { synchronized (lock) { node.weight++; } }
}

// Not public, and always called under a lock, or while the object is made: told by who calls it.
class CalledUnderLock {
  private int a, b, c, d;
  CalledUnderLock() { prepareOk(); }
  protected void prepareOk() { b = 1; }
  public synchronized void useOk() { a++; b++; insideOk(); }
  protected void insideOk() { a--; deeperOk(); }
  void deeperOk() { a = 0; }
  public synchronized void properC() { c++; sometimesBad(); }
  public void withoutLock() { sometimesBad(); }
  protected void sometimesBad() { c--; }
  public synchronized void properD() { d++; }
  protected void nobodyCallsItBad() { d--; }
}

abstract class Steps {
  protected int count;
  public final synchronized void startOk() { count++; stepOk(); }
  protected abstract void stepOk();
}

class Step extends Steps {
  @Override
  protected void stepOk() { count--; }
}

// A manager's lock, for what it manages: reached from there along fields, and too far away.
class Manager {
  final ReentrantLock lock = new ReentrantLock();
  public void touchOk(Managed managed) { lock.lock(); try { managed.state++; } finally { lock.unlock(); } }
}

class Holder { final Manager manager = new Manager(); }
class Outermost { final Holder holder = new Holder(); }

class Managed {
  final Holder holder = new Holder();
  final Outermost around = null;
  int state, other;
  public synchronized void nearOk() { holder.manager.lock.lock(); try { state--; } finally { holder.manager.lock.unlock(); } }
  public void farOk() { around.holder.manager.touchOk(this); }
  public synchronized void properOther() { other++; }
  public void otherBad() { other--; }
}

// Read under the lock, written without.
class OnlyReadLocked {
  private int value;
  synchronized int get() { return value; }
  void setBad() { value = 1; }
}

// They call nobody but each other.
class Mutual {
  private int value;
  synchronized int get() { return value; }
  int pingBad(int n) { if (n == 0) return value++; return pongBad(n - 1); }
  int pongBad(int n) { synchronized (this) { return pingBad(n); } }
}
