// Locks in a different order: across classes, by callbacks, with all sorts of locks.
package callbacks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A listener is called under the lock of who calls it, and calls back under its own.
interface Listener { void changed(Bus bus); }

class Bus {
  private final List<Listener> listeners = new ArrayList<>();
  private int changes;

  synchronized void add(Listener each) { listeners.add(each); }
  synchronized void remove(Listener each) { listeners.remove(each); }
  synchronized void fireBad() {  //~ FN what is in a list has no name, nor have its locks
    changes++;
    for (Listener each : listeners) each.changed(this);
  }
}

class View implements Listener {
  private final Bus bus = new Bus();
  private int seen;

  @Override public synchronized void changed(Bus from) { seen++; }
  synchronized void closeBad() { bus.remove(this); }  //~ FN the same
}

// Here it is called without.
interface Observer { void noted(); }

class Subject {
  private final List<Observer> observers = new CopyOnWriteArrayList<>();
  private int notes;

  synchronized void removeOk(Observer each) { observers.remove(each); notes++; }
  void fireOk() { for (Observer each : observers) each.noted(); }
}

class Screen implements Observer {
  private final Subject subject = new Subject();
  private int seen;

  @Override public synchronized void noted() { seen++; }
  synchronized void closeOk() { subject.removeOk(this); }
}

// A listener in a field.
interface Handler { void handle(); }

class Source {
  Handler handler;

  synchronized void pushBad() { handler.handle(); }  //~ FN whose lock it is behind an interface
  synchronized void close() {}
}

class Sink implements Handler {
  private final Source source = new Source();
  private int handled;

  @Override public void handle() { synchronized (this) { handled++; } }
  void closeBad() { synchronized (this) { source.close(); } }  //~ FN the same
}

class StaticOne {
  static synchronized void thereBad() { StaticTwo.inner(); }
  static synchronized void inner() {}
}

class StaticTwo {
  static synchronized void backBad() { StaticOne.inner(); }
  static synchronized void inner() {}
}

// A monitor and a lock.
class Mixed {
  private final Lock lock = new ReentrantLock();
  private int value;

  synchronized void monitorFirstBad() { lock.lock(); try { value++; } finally { lock.unlock(); } }
  void lockFirstBad() {
    lock.lock();
    try { synchronized (this) { value--; } } finally { lock.unlock(); }
  }
}

class MixedTried {
  private final Lock lock = new ReentrantLock();
  private int value;

  synchronized void monitorFirstOk() {
    if (!lock.tryLock()) return;
    try { value++; } finally { lock.unlock(); }
  }
  void lockFirstOk() {
    lock.lock();
    try { synchronized (this) { value--; } } finally { lock.unlock(); }
  }
}

// By way of functions.
class ByFunctions {
  private final Object a = new Object(), b = new Object();
  private int value;

  private void underA(Runnable body) { synchronized (a) { body.run(); } }
  private void bump() { synchronized (b) { value++; } }
  void thereBad() { underA(() -> bump()); }
  void backBad() { synchronized (b) { synchronized (a) { value--; } } }
}

class Each {
  private final Object a = new Object(), b = new Object();
  private int value;

  void thereBad(List<String> of) {
    synchronized (a) { of.forEach(each -> { synchronized (b) { value++; } }); }
  }
  void backBad() { synchronized (b) { synchronized (a) { value--; } } }
}

class Account {
  private final long id;
  private long balance;

  Account(long id) { this.id = id; }
  static void moveBad(Account from, Account to) {
    synchronized (from) { synchronized (to) { from.balance--; to.balance++; } }
  }
}

class SortedAccount {
  private final long id;
  private long balance;

  SortedAccount(long id) { this.id = id; }
  static void moveOk(SortedAccount from, SortedAccount to) {
    if (from.id < to.id) {
      synchronized (from) { synchronized (to) { from.balance--; to.balance++; } }
    } else {
      synchronized (to) { synchronized (from) { from.balance--; to.balance++; } }
    }
  }
}

class ChosenAccount {
  private final long id;
  private long balance;

  ChosenAccount(long id) { this.id = id; }
  static void moveOk(ChosenAccount from, ChosenAccount to) {  //~ FP both are locked
    ChosenAccount first = from.id < to.id ? from : to;
    ChosenAccount second = from.id < to.id ? to : from;
    synchronized (first) { synchronized (second) { from.balance--; to.balance++; } }
  }
  synchronized long balanceOk() { return balance; }  //~ FP the same
}

// A parent locks its children, a child its parent.
class Tree {
  private final Tree parent;
  private final List<Tree> children = new ArrayList<>();
  private int size;

  Tree(Tree parent) { this.parent = parent; }
  synchronized int sizeBad() {  //~ FN two objects of one class, in an order that is not known
    int sum = size;
    for (Tree each : children) sum += each.sizeBad();
    return sum;
  }
  synchronized void growBad() { size++; if (parent != null) parent.growBad(); }  //~ FN the same
}

// Three, through three classes.
class Ring1 {
  private final Ring2 next = new Ring2();

  synchronized void goBad() { next.touch(); }
  synchronized void touch() {}
}

class Ring2 {
  private final Ring3 next = new Ring3();

  synchronized void goBad() { next.touch(); }
  synchronized void touch() {}
}

class Ring3 {
  private Ring1 next;

  Ring3 with(Ring1 one) { next = one; return this; }
  synchronized void goBad() { next.touch(); }
  synchronized void touch() {}
}

// Let go before the call.
class Careful {
  private final Object a = new Object(), b = new Object();
  private int one, other;

  void thereOk() { int now; synchronized (a) { now = one; } synchronized (b) { other = now; } }
  void backOk() { synchronized (b) { other--; } synchronized (a) { one++; } }
}
