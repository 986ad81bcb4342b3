// Locks taken in different orders.
package deadlocks;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

class Orders {
  private final Object a = new Object(), b = new Object(), c = new Object(), d = new Object();
  void abBad() { synchronized (a) { synchronized (b) { a.hashCode(); } } }
  void baBad() { synchronized (b) { synchronized (a) { a.hashCode(); } } }
  void cdOk() { synchronized (c) { synchronized (d) { c.hashCode(); } } }
  void cdAgainOk() { synchronized (c) { inner(); } }
  private void inner() { synchronized (d) { d.hashCode(); } }
}

class Account {
  private int balance;
  void transferBad(Account to) { synchronized (this) { synchronized (to) { balance--; to.balance++; } } }
}

class Again {
  private final Object a = new Object();
  private int x;
  void againOk() { synchronized (a) { synchronized (a) { a.hashCode(); } } }
  synchronized void outerOk() { innerOk(); }
  synchronized void innerOk() { x = 0; }
}

class Parent {
  private final Child child = new Child(this);
  synchronized void downBad() { child.touch(); }
  synchronized void touched() {}
}
class Child {
  private final Parent parent;
  Child(Parent parent) { this.parent = parent; }
  synchronized void touch() {}
  synchronized void upBad() { parent.touched(); }
}

class Gated {
  private final Object gate = new Object(), a = new Object(), b = new Object();
  void abOk() { synchronized (gate) { synchronized (a) { synchronized (b) { a.hashCode(); } } } }
  void baOk() { synchronized (gate) { synchronized (b) { synchronized (a) { a.hashCode(); } } } }
}

// Both ways also under a gate, but not only there.
class HalfGated {
  private final Object gate = new Object(), a = new Object(), b = new Object();
  void abGated() { synchronized (gate) { synchronized (a) { synchronized (b) { a.hashCode(); } } } }
  void baGated() { synchronized (gate) { synchronized (b) { synchronized (a) { a.hashCode(); } } } }
  void abBad() { synchronized (a) { synchronized (b) { a.hashCode(); } } }
  void baBad() { synchronized (b) { synchronized (a) { a.hashCode(); } } }
}

// Behind an interface may be anything, also something that is never on the other side.
interface Store { void put(); }
class Gate {}
class Wrapper implements Store {
  private final Store inner;
  private final Gate gate = new Gate();
  Wrapper(Store inner) { this.inner = inner; }
  public void put() { synchronized (gate) { gate.hashCode(); } }
  void flushOk() { synchronized (gate) { synchronized (inner) { inner.hashCode(); } } }
}
class Outermost implements Store {
  private final Store inner;
  Outermost(Store inner) { this.inner = inner; }
  public void put() { synchronized (inner) { inner.put(); } }
  void putTwiceOk() { put(); put(); }
}

// Who waits for a thread that wants the lock which is held meanwhile.
class Ends {
  private final Object lock = new Object();
  void joinBad() throws InterruptedException {
    Thread thread = new Thread(() -> { synchronized (lock) { lock.hashCode(); } });
    thread.start();
    synchronized (lock) { thread.join(); }
  }
}
class Limited {
  private final Object lock = new Object();
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private void touch() { synchronized (lock) { lock.hashCode(); } }
  void joinASecondOk() throws InterruptedException {
    Thread thread = new Thread(() -> { synchronized (lock) { lock.hashCode(); } });
    thread.start();
    synchronized (lock) { thread.join(1000); }
  }
  void awaitTerminationOk() throws InterruptedException {
    pool.execute(this::touch);
    pool.shutdown();
    synchronized (lock) { pool.awaitTermination(10, TimeUnit.SECONDS); }
  }
  boolean isTerminatedOk() {
    pool.execute(this::touch);
    synchronized (lock) { return pool.isTerminated(); }
  }
  String getASecondOk() throws Exception {
    Future<String> result = pool.submit(() -> { synchronized (lock) { return "" + lock; } });
    synchronized (lock) { return result.get(1, TimeUnit.SECONDS); }
  }
  List<String> collectOk(List<String> names) {
    pool.execute(this::touch);
    synchronized (lock) { return names.stream().map(String::trim).collect(Collectors.toList()); }
  }
}
