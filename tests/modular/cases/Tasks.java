// What is handed to a thread or an executor runs elsewhere.
package tasks;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

class Threads {
  private int a, b, c, d, e, f, g;
  private volatile int visible;
  void lambdaBad() { new Thread(() -> a++).start(); a--; }
  void anonymousBad() { new Thread(new Runnable() { @Override public void run() { b++; } }).start(); b--; }
  void methodReferenceBad() { new Thread(this::stepC).start(); c--; }
  private void stepC() { c++; }
  void joinedOk() throws InterruptedException { Thread t = new Thread(() -> d++); t.start(); t.join(); d--; }
  void beforeStartOk() { e = 1; new Thread(() -> System.out.println(e)).start(); }
  void volatileOk() { new Thread(() -> visible++).start(); visible--; }
  void lockedOk() { new Thread(() -> { synchronized (this) { f++; } }).start(); synchronized (this) { f--; } }
  void lockedElsewhereBad() { new Thread(() -> { synchronized (this) { g++; } }).start(); g--; }
}

class Executors {
  private int a, b, c, d, e, f;
  void executeBad(ExecutorService pool) { pool.execute(() -> a++); a--; }
  void submitBad(ExecutorService pool) { pool.submit(() -> { b++; }); b--; }
  void callableBad(ExecutorService pool) { pool.submit(new Callable<Integer>() { @Override public Integer call() { return c++; } }); c--; }
  void gotOk(ExecutorService pool) throws Exception { Future<?> done = pool.submit(() -> { d++; }); done.get(); d--; }
  void futureBad() { CompletableFuture.runAsync(() -> e++); e--; }
  void futureOk() { CompletableFuture.runAsync(() -> f++).join(); f--; }
}

// Started again and again: the runs meet each other.
class InLoops {
  private int a, b, c, d, e, f;
  private static int shared;
  private final int[] slots = new int[4];
  static class Box { int value; }
  void submittedBad(ExecutorService pool) { for (int i = 0; i < 4; i++) pool.submit(() -> a++); }
  void threadsBad() { for (int i = 0; i < 4; i++) new Thread(() -> b++).start(); }
  void writtenBad(ExecutorService pool, int to) { for (int i = 0; i < 4; i++) pool.execute(() -> c = to + 1); }
  static void staticBad() { for (int i = 0; i < 4; i++) new Thread(() -> shared++).start(); }
  void oneForAllBad(ExecutorService pool) { Box box = new Box(); for (int i = 0; i < 4; i++) pool.execute(() -> box.value++); }
  void oneEachOk(ExecutorService pool) { for (int i = 0; i < 4; i++) { Box box = new Box(); pool.execute(() -> box.value++); } }
  void onceOk(ExecutorService pool) { pool.submit(() -> d++); }
  void waitedForOk(ExecutorService pool) throws Exception { for (int i = 0; i < 4; i++) pool.submit(() -> e++).get(); }
  void lockedOk() { for (int i = 0; i < 4; i++) new Thread(() -> { synchronized (this) { f++; } }).start(); }
  void slotsOk(ExecutorService pool) { for (int i = 0; i < 4; i++) { int at = i; pool.execute(() -> slots[at]++); } }
}

// The task is a class of its own.
class Worker extends Thread {
  private int done;
  @Override public void run() { done++; }
  int doneBad() { return done; }  //~ FN that its run is started somewhere says nothing of when this is called
  static int startBad() { Worker worker = new Worker(); worker.start(); return worker.done; }
  static int joinOk() throws InterruptedException { Worker worker = new Worker(); worker.start(); worker.join(); return 0; }
}

// Started in one method, touched in another.
class Service {
  private int ticks;
  private boolean stopped;
  private final Thread thread = new Thread(() -> loop());
  private void loop() { while (!stopped) ticks++; }
  void startBad() { new Thread(() -> loop()).start(); }
  void stopBad() { stopped = true; }
  int ticksBad() { return ticks; }
}

// Handed on by a method of ours.
class Handed {
  private int a, b;
  private static void later(ExecutorService pool, Runnable task) { pool.execute(task); }
  private static void now(Runnable task) { task.run(); }
  void laterBad(ExecutorService pool) { later(pool, () -> a++); a--; }
  void nowOk() { now(() -> b++); b--; }
}

// What is started once is one thread's; its run is nobody's call, and neither is what starts it.
class OwnState extends Thread {
  int count;
  @Override
  public void run() { countOk(); }
  public void countOk() { count++; }
}

class Restarts {
  private OwnState state;
  private int seen;
  public void startOk() { state = new OwnState(); state.start(); }
  public void againOk() { if (state != null) state.interrupt(); state = new OwnState(); state.start(); }
  public void beginBad() { new Thread(() -> { seen++; }).start(); }
  public void lookBad() { seen--; }
}

class StartsItself implements Runnable {
  private boolean isLeaked;
  public void startOk(java.util.concurrent.ExecutorService pool) { pool.execute(this); }
  @Override
  public void run() { isLeaked = true; }
}

// Who waits in a helper waits.
class Helped {
  private int a, b, c;
  private static void waitFor(Thread t) throws InterruptedException { System.nanoTime(); t.join(); }
  private static void perhaps(Thread t, boolean wait) throws InterruptedException { if (wait) t.join(); }
  void joinedOk() throws InterruptedException { Thread t = new Thread(() -> a++); t.start(); waitFor(t); a--; }
  void earlierBad() throws InterruptedException { Thread t = new Thread(() -> b++); t.start(); b--; waitFor(t); }
  void perhapsBad(boolean wait) throws InterruptedException {
    Thread t = new Thread(() -> c++);
    t.start();
    perhaps(t, wait);
    c--;
  }
}

// What doPrivileged is given runs at once, under what is held there, and nobody else calls it.
class Privileged {
  private int a, b, c;
  private static int d, e;
  synchronized void heldOk() {
    AccessController.doPrivileged(new PrivilegedAction<Void>() {
      public Void run() { a++; return null; }
    });
  }
  synchronized int readHeldOk() { return a; }
  void bareBad() {
    AccessController.doPrivileged(new PrivilegedAction<Object>() {
      public Object run() { b++; return null; }
    });
  }
  synchronized int readBareBad() { return b; }
  synchronized void otherOk() {
    AccessController.doPrivileged(new PrivilegedAction<Void>() {
      public Void run() { synchronized (Privileged.this) { c++; } return null; }
    });
  }
  synchronized int readOtherOk() { return c; }
  static synchronized void heldStaticOk() {
    AccessController.doPrivileged(new PrivilegedAction<Void>() {
      public Void run() { d++; return null; }
    });
  }
  static synchronized int readHeldStaticOk() { return d; }
  static void bareStaticBad() {
    AccessController.doPrivileged(new PrivilegedAction<Void>() {
      public Void run() { e++; return null; }
    });
  }
  static synchronized int readBareStaticBad() { return e; }
}

class PrivilegedItself implements PrivilegedExceptionAction<Object> {
  private int mode, size;
  synchronized void openOk() throws Exception { mode = 1; AccessController.doPrivileged(this); }
  synchronized void closeOk() throws Exception { mode = 2; AccessController.doPrivileged(this); }
  public Object run() { size = mode; return null; }
  synchronized int sizeOk() { return size; }
}

class PrivilegedSometimes implements PrivilegedAction<Object> {
  private int size;
  synchronized void open() { AccessController.doPrivileged(this); }
  void closeBad() { AccessController.doPrivileged(this); }
  public Object run() { size = 1; return null; }
  synchronized int sizeBad() { return size; }
}

// Nobody here hands it to anybody: who has it may run it.
class PrivilegedByOthers implements PrivilegedAction<Object> {
  private int size;
  public Object run() { size = 1; return null; }
  synchronized int sizeBad() { return size; }
}
