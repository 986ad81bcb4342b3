// Inheritance, interfaces, generics, inner classes, lambdas and what Kotlin's compiler makes.
package shapes;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.function.Supplier;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

class Base {
  protected int value;
  protected synchronized void set(int to) { value = to; }
  int baseBad() { return value; }
}
class Derived extends Base {
  int derivedBad() { return value; }
  synchronized int derivedOk() { return value; }
  @Override protected void set(int to) { super.set(to); }
}

interface Shape { void grow(); }
class Square implements Shape {
  int side;
  @Override public void grow() { side++; }
}
class Board {
  private final Shape shape = new Square();
  private final Square square = new Square();
  synchronized void growOk() { shape.grow(); }
  synchronized void growSquare() { square.grow(); }
  void growSquareBad() { square.grow(); }
}

class Box<T> {
  private T content;
  synchronized void put(T content) { this.content = content; }
  T getBad() { return content; }
  synchronized T getOk() { return content; }
}

class Outer {
  private int count;
  synchronized void inc() { count++; }
  class Inner {
    int readBad() { return count; }
    int readOk() { synchronized (Outer.this) { return count; } }
  }
  static class Nested {
    int readBad(Outer outer) { return outer.count; }
    int readOk(Outer outer) { synchronized (outer) { return outer.count; } }
  }
  Runnable callbackOk() { return () -> { synchronized (this) { count++; } }; }
}

class Lambdas {
  private int a, b;
  private List<String> names;
  synchronized void underLockOk() { List.of("a").forEach(name -> a++); }
  synchronized int readOk() { return a; }
  void notLockedBad() { List.of("a").forEach(name -> b++); }
  synchronized void lockedB() { b--; }
}

// kotlin: lateinit, lazy, companion and property accessors are fields and methods like these.
class KotlinShaped {
  public static final Companion Companion = new Companion();
  private static int shared;
  private String name;
  public final String getNameBad() { return name; }
  public final synchronized void setName(String to) { name = to; }
  static final class Companion {
    final void bumpBad() { shared++; }
    final synchronized void wrongLock() { shared--; }
  }
  static synchronized int getShared() { return shared; }
}

@ThreadSafe
class Idioms {
  private volatile Object lazy;
  private Object broken;
  private static class Holder { static final Object IT = new Object(); }
  Object doubleCheckedOk() {
    Object seen = lazy;
    if (seen == null) synchronized (this) { if (lazy == null) lazy = new Object(); seen = lazy; }
    return seen;
  }
  Object doubleCheckedBad() {
    if (broken == null) synchronized (this) { if (broken == null) broken = new Object(); }
    return broken;
  }
  Object holderOk() { return Holder.IT; }
  private int counter;
  int recursiveBad(int n) { if (n > 0) return recursiveBad(n - 1); return counter++; }
  private final Supplier<Integer> supplier = () -> 3;
  int supplierOk() { return supplier.get(); }
}

// Each of the two inner classes has a field of its own for the object around it.
class Queue {
  private final Object lock = new Object();
  private int first;
  void put() { synchronized (lock) { first++; } }
  private abstract class Walker {
    abstract int firstOne();
    int walkOk() { synchronized (lock) { return firstOne(); } }
  }
  private class Forward extends Walker {
    @Override int firstOne() { return first; }
  }
}
