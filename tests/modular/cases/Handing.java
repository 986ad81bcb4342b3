// Whose an object is: made here, given back, handed on.
package handing;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}
@Retention(RetentionPolicy.CLASS) @interface ReturnsOwnership {}

class Part implements Cloneable {
  int size;
  Part next;
  final List<String> notes = new ArrayList<>();

  Part size(int to) { size = to; return this; }
  Part note(String text) { notes.add(text); return this; }
  static Part of(int size) { return new Part().size(size); }
  @Override public Part clone() {
    try {
      return (Part) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}

@ThreadSafe
class Maker {
  private final Part shared = new Part();
  private final Queue<Part> pool = new ConcurrentLinkedQueue<>();
  private final Supplier<Part> supplier = Part::new;
  private Part kept;

  Part chainOk() { return Part.of(3).size(4).note("a").note("b"); }
  void chainBad() { shared.size(4).note("a"); }
  Part copyOk() { Part copy = shared.clone(); copy.size = 3; return copy; }
  List<Part> listOk() {
    List<Part> list = new ArrayList<>();
    Part part = new Part();
    list.add(part);
    part.size = 2;
    return list;
  }
  Part arrayOk() {
    Part[] parts = {new Part(), new Part()};
    parts[0].next = parts[1];
    return parts[0];
  }
  void pooledOk() { Part part = pool.poll(); if (part != null) { part.size++; pool.add(part); } }
  void suppliedOk() { Part part = supplier.get(); part.size = 1; }
  private Part choose(boolean fresh) { return fresh ? new Part() : shared; }
  void chosenBad(boolean fresh) { choose(fresh).size = 5; }
  private static Part deepest(Part of) { return of.next == null ? of : of.next; }
  void deepOk() { Part part = Part.of(1); part.next = new Part(); deepest(part).size = 3; }
  void deepBad() { deepest(shared).size = 3; }
  void keptBad() { Part part = new Part(); kept = part; part.size = 1; }
  void finishedOk() {
    Part part = new Part();
    part.size = 1;
    part.next = Part.of(2);
    part.next.size = 3;
  }
}

class Sender {
  void sentOk(ExecutorService pool) {
    Part part = new Part();
    part.size = 1;
    pool.execute(() -> part.size++);
  }
  void sentBad(ExecutorService pool) {
    Part part = new Part();
    pool.execute(() -> part.size++);
    part.size = 1;
  }
  void sentTwiceBad(ExecutorService pool) {
    Part part = new Part();
    pool.execute(() -> part.size++);
    pool.execute(() -> part.size--);
  }
  void queuedOk(BlockingQueue<Part> queue) throws InterruptedException {
    Part part = new Part();
    part.size = 1;
    queue.put(part);
  }
}

// A thread with a state of its own, asked from outside.
class Worker implements Runnable {
  private int done;
  private volatile boolean stop;
  private final Thread thread = new Thread(this);

  void startOk() { thread.start(); }
  @Override public void run() { while (!stop) done++; }
  void stopOk() { stop = true; }
  int doneBad() { return done; }  //~ FN the thread is made where nobody starts it
}

class Downloader {
  private int done;
  private int total;
  private boolean isReady;

  void startBad() { new Thread(this::load).start(); }
  private void load() { done++; total++; isReady = true; }
  int doneBad() { return done; }
  boolean isReadyBad() { return isReady; }
  Downloader() { total = 3; }
}

// Methods that only the thread calls.
class Beating {
  private int beats, last;

  void start() { new Thread(this::loop).start(); }
  private void loop() { while (true) { beatOk(); stepBad(); } }
  protected void beatOk() { beats++; record(); }
  protected int record() { return beats; }
  protected void stepBad() { last++; }  //~ FN the task calls it, too, and it is nearest
  public void stepNow() { stepBad(); }
}

// What is set before, and what is told meanwhile.
class Poller {
  private int interval = 3;
  private int rounds, mode;
  private boolean isDone;

  void startBad() { new Thread(this::loop).start(); }
  private void loop() { while (!isDone) rounds += interval + mode; }
  void setIntervalOk(int to) { interval = to; }
  void setDoneBad() { isDone = true; }
  void setModeBad(int to) { mode = to; }
  void pause() { setModeBad(2); }
  int getRoundsBad() { return rounds; }
}

// An iterator and what it goes through.
class Items {
  private Object[] items = new Object[4], safe = new Object[4];
  private int count, safeCount;

  synchronized void add(Object item) {
    if (count == items.length) items = java.util.Arrays.copyOf(items, count * 2);
    items[count++] = item;
  }
  synchronized void addOk(Object item) {
    if (safeCount == safe.length) safe = java.util.Arrays.copyOf(safe, safeCount * 2);
    safe[safeCount++] = item;
  }
  synchronized Object getOk(int at) { return safe[at]; }
  Object firstBad() { return items[0]; }
  Walk walk() { return new Walk(); }

  class Walk {
    private int at;

    boolean hasNextBad() { return at < count; }
    boolean hasNextOk() { synchronized (Items.this) { return at < count; } }
    void stepOk() { at++; }
  }
}

// What a static method does to objects given to it.
@ThreadSafe
final class Tools {
  private static int calls;

  static int sumOk(int[] of) { int sum = 0; for (int each : of) sum += each; return sum; }
  static void countBad() { calls++; }
  static StringBuilder joinOk(List<String> of) {
    StringBuilder text = new StringBuilder();
    for (String each : of) text.append(each);
    return text;
  }
}
