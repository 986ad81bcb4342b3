// What the engine knows annotations by is their simple name: any package will do.
package annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface NotThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface Immutable {}
@Retention(RetentionPolicy.CLASS) @interface GuardedBy { String value(); }
@Retention(RetentionPolicy.CLASS) @interface ThreadConfined {}
@Retention(RetentionPolicy.CLASS) @interface UiThread {}
@Retention(RetentionPolicy.CLASS) @interface WorkerThread {}
@Retention(RetentionPolicy.CLASS) @interface AnyThread {}
@Retention(RetentionPolicy.CLASS) @interface ReturnsOwnership {}
@Retention(RetentionPolicy.CLASS) @interface VisibleForTesting {}
@Retention(RetentionPolicy.CLASS) @interface Functional {}

// Thread-safe because it says so: any two calls may overlap, also of one method with itself.
@ThreadSafe
class Promised {
  private int plain;
  private volatile int visible;
  private final int fixed = 3;
  private int onlyRead;
  private int guarded;
  private int tested;
  @ThreadConfined private int confined;

  void writeBad() { plain = 1; }
  int readBad() { return plain; }
  void writeVolatileOk() { visible = 1; }
  int readVolatileOk() { return visible; }
  int readFinalOk() { return fixed; }
  int readNeverWrittenOk() { return onlyRead; }
  synchronized void lockedWriteOk() { guarded = 1; }
  synchronized int lockedReadOk() { return guarded; }
  void confinedOk() { confined++; }
  @VisibleForTesting void onlyForTestsOk() { tested++; }
  private int unused;
  private void nobodyCallsOk() { unused++; }
}

// Nobody promises anything and nothing is locked: nothing is assumed.
class Unpromised {
  private int plain;
  void writeOk() { plain = 1; }
  int readOk() { return plain; }
}

// It says that it is not for several threads, though it happens to use a lock.
@NotThreadSafe
class Refused {
  private int plain;
  synchronized void writeOk() { plain = 1; }
  int readOk() { return plain; }
}

// A promise holds for those who extend it.
class Heir extends Promised {
  private int own;
  void ownWriteBad() { own++; }
}

interface SafeContract {}
@ThreadSafe interface SafeInterface {}
class Implements implements SafeInterface {
  private int own;
  void ownWriteBad() { own++; }
}
class ImplementsNothing implements SafeContract {
  private int own;
  void ownWriteOk() { own++; }
}

// Where an annotation names the lock, whoever touches the field wants it.
class Guarded {
  private final Object lock = new Object();
  private static final Object GLOBAL = new Object();
  @GuardedBy("this") private int byThis;
  @GuardedBy("lock") private int byLock;
  @GuardedBy("Guarded.class") private static int byClass;
  @GuardedBy("GLOBAL") private static int byStatic;

  Guarded() { byThis = 1; byLock = 2; }
  void thisBad() { byThis++; }
  int thisReadBad() { return byThis; }
  synchronized void thisLocked() { byThis++; }
  void wrongLockBad() { synchronized (lock) { byThis++; } }
  synchronized void lockBad() { byLock++; }
  void lockLocked() { synchronized (lock) { byLock++; } }
  private void helper() { byLock++; }
  void throughHelperLocked() { synchronized (lock) { helper(); } }
  void throughHelperBad() { helper(); }
  synchronized void classBad() { byClass++; }
  static synchronized void classLocked() { byClass++; }
  void classBlockLocked() { synchronized (Guarded.class) { byClass++; } }
  void staticBad() { byStatic++; }
  void staticLocked() { synchronized (GLOBAL) { byStatic++; } }
  static Guarded makeOk() { Guarded made = new Guarded(); made.byThis = 7; return made; }
}

// Which thread comes where.
@ThreadSafe
class Confined {
  private int shown;
  private int mixed;
  private int worked;
  @UiThread void showOk() { shown++; }
  @UiThread int shownOk() { return shown; }
  @UiThread void mixedUiBad() { mixed++; }
  @WorkerThread void mixedWorkerBad() { mixed++; }
  @WorkerThread void workBad() { worked++; }
}

// No promise, but the annotations themselves name different threads.
class Named {
  private int field;
  private int onlyUi;
  @UiThread int uiBad() { return field; }
  @WorkerThread void workerBad() { field = 1; }
  @UiThread void uiOk() { onlyUi++; }
  @UiThread int uiReadOk() { return onlyUi; }
}

@ThreadSafe
class Owner {
  private int state;
  private static Owner kept = new Owner();
  @ReturnsOwnership static native Owner make();
  void ownedOk() { make().state = 3; }
  static synchronized void keepOk() { kept = new Owner(); }
}

// Its only caller has the lock, but it is promised to all.
@ThreadSafe
class PromisedHelper {
  private int value;
  void helperBad() { value++; }
  synchronized void caller() { helperBad(); }
}

// Whoever stores the result of a functional method stores an equal one; but of a long others may see half.
@ThreadSafe
class Cached {
  private Integer size;
  private Object name;
  private long wide;
  private Integer counted;
  @Functional private static Integer measure() { return 3; }
  @Functional private static long measureWide() { return 3; }
  private static Integer count() { return 3; }
  Integer sizeOk() { if (size == null) size = measure(); return size; }
  Object nameOk() { if (name == null) name = (Object) measure(); return name; }
  long wideBad() { if (wide == 0) wide = measureWide(); return wide; }
  Integer countedBad() { if (counted == null) counted = count(); return counted; }
}

// Only one method promises something: what it shares with others is not safe, what they share is nobody's.
class OneMethod {
  private int shared, alone, others;
  @ThreadSafe void touchBad() { shared++; }
  void readBad() { System.out.println(shared); }
  @ThreadSafe void itselfBad() { alone++; }
  void writeOk() { others++; }
  void readOk() { System.out.println(others); }
  @ThreadSafe synchronized void lockedOk() { int own = 3; own++; }
}

// A method that is said to be thread-safe is so wherever it is overridden, and only that method.
interface SafeByMethod {
  @ThreadSafe void promised();

  void plain();
}

class OverridesSafeMethod implements SafeByMethod {
  int counted, other;

  public void promised() { countedBad(); }

  private void countedBad() { counted++; }

  public void plain() { otherOk(); }

  private void otherOk() { other++; }
}

abstract class SafeMethodAbove {
  int total;

  @ThreadSafe abstract void add(int more);

  static void add(SafeMethodAbove to) { to.add(1); }
}

class SafeMethodBelow extends SafeMethodAbove {
  void add(int more) { totalBad(more); }

  private void totalBad(int more) { total += more; }
}
