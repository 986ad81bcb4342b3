// What the Kotlin compiler makes of synchronized, withLock, read, write, lazy, object, companions.
package kotlin_shaped;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

interface Function0<R> { R invoke(); }
interface Lazy<T> { T getValue(); }

final class WithLock {
  private final ReentrantLock lock = new ReentrantLock();
  private int count, bare;

  // lock.withLock { count++ }
  public final int addOk() {
    Lock var1 = (Lock) this.lock;
    var1.lock();
    int var4;
    try {
      boolean var2 = false;
      int var3 = this.count;
      this.count = var3 + 1;
      var4 = var3;
    } finally {
      var1.unlock();
    }
    return var4;
  }
  public final int getCountOk() {
    Lock var1 = (Lock) this.lock;
    var1.lock();
    try { return this.count; } finally { var1.unlock(); }
  }
  public final void write() {
    Lock var1 = (Lock) this.lock;
    var1.lock();
    try { this.bare = 1; } finally { var1.unlock(); }
  }
  public final int getBareBad() { return this.bare; }
}

final class Synchronized {
  private final Object lock = new Object();
  private final Map<String, String> map = new HashMap<>();
  private int size;

  // synchronized(lock) { map[key] = value; size = map.size }
  public final void put(String key, String value) {
    Object var3 = this.lock;
    synchronized (var3) {
      boolean var4 = false;
      this.map.put(key, value);
      this.size = this.map.size();
    }
  }
  public final int getSizeBad() { return this.size; }
  public final boolean hasBad(String key) { return this.map.containsKey(key); }
}

// lock.read { } and lock.write { }, inlined.
final class ReadWrite {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> map = new HashMap<>();
  private int version;

  public final String getOk(String key) {
    ReentrantReadWriteLock.ReadLock var2 = this.lock.readLock();
    var2.lock();
    try { return this.map.get(key); } finally { var2.unlock(); }
  }
  public final void putOk(String key, String value) {
    ReentrantReadWriteLock var3 = this.lock;
    ReentrantReadWriteLock.ReadLock var4 = var3.readLock();
    int var5 = var3.getWriteHoldCount() == 0 ? var3.getReadHoldCount() : 0;
    for (int i = 0; i < var5; ++i) var4.unlock();
    ReentrantReadWriteLock.WriteLock var7 = var3.writeLock();
    var7.lock();
    try {
      this.map.put(key, value);
    } finally {
      for (int i = 0; i < var5; ++i) var4.lock();
      var7.unlock();
    }
  }
  public final void raise() {
    ReentrantReadWriteLock.WriteLock var1 = this.lock.writeLock();
    var1.lock();
    try { this.version++; } finally { var1.unlock(); }
  }
  public final int getVersionBad() { return this.version; }
}

// by lazy { }
final class SynchronizedLazyImpl<T> implements Lazy<T> {
  private static final Object NONE = new Object();
  private Function0<? extends T> initializer;
  private volatile Object value = NONE;
  private final Object lock;

  SynchronizedLazyImpl(Function0<? extends T> initializer) {
    this.initializer = initializer;
    this.lock = this;
  }
  @SuppressWarnings("unchecked")
  @Override public T getValue() { return (T) valueOk(); }
  private Object valueOk() {
    Object var1 = this.value;
    if (var1 != NONE) return var1;
    synchronized (this.lock) {
      Object var2 = this.value;
      if (var2 != NONE) return var2;
      Object var3 = this.initializer.invoke();
      this.value = var3;
      this.initializer = null;
      return var3;
    }
  }
}

@ThreadSafe
final class UsesLazy {
  private final Lazy<String> name$delegate = new SynchronizedLazyImpl<>(() -> "name");
  private final Lazy<Integer> size$delegate = new UnsafeLazyImpl<>(() -> 3);
  private String later;

  public final String getNameOk() { return this.name$delegate.getValue(); }
  public final int getSizeBad() { return this.size$delegate.getValue(); }
  // lateinit var
  public final String getLaterBad() {
    String var1 = this.later;
    if (var1 != null) return var1;
    throw new IllegalStateException("later");
  }
  public final void setLaterBad(String to) { this.later = to; }
}

// by lazy(LazyThreadSafetyMode.NONE) { }
final class UnsafeLazyImpl<T> implements Lazy<T> {
  private Function0<? extends T> initializer;
  private Object value;

  UnsafeLazyImpl(Function0<? extends T> initializer) { this.initializer = initializer; }
  @SuppressWarnings("unchecked")
  @Override public T getValue() {
    if (this.initializer != null) {
      this.value = this.initializer.invoke();
      this.initializer = null;
    }
    return (T) this.value;
  }
}

// object Registry
final class Registry {
  public static final Registry INSTANCE = new Registry();
  private static final Map<String, String> map = new HashMap<>();
  private static int puts;

  private Registry() {}
  public final synchronized void putOk(String key, String value) { map.put(key, value); puts++; }
  public final synchronized String getOk(String key) { return map.get(key); }
  public final int getPutsBad() { return puts; }  //~ FN its class has only one object
}

// A companion that keeps its state in the class around it.
final class Config {
  public static final Companion Companion = new Companion();
  private static int loads;
  private static Config current;

  public static final class Companion {
    public final void loadOk() { synchronized (this) { loads = loads + 1; } }
    public final int getLoadsOk() { synchronized (this) { return loads; } }
    public final Config getCurrent() {
      synchronized (this) {
        if (current == null) current = new Config();
        return current;
      }
    }
    public final Config peekBad() { return current; }  //~ FN the same
  }
}

// Properties with getters and setters, @Synchronized on one of them.
class Property {
  private int level;
  private volatile int visible;

  public final synchronized void setLevel(int to) { this.level = to; }
  public final int getLevelBad() { return this.level; }
  public final int getVisibleOk() { return this.visible; }
  public final void setVisibleOk(int to) { this.visible = to; }
}

// Double-checked as in Android's Room and the like.
abstract class Database {
  private static volatile Database INSTANCE;

  static Database getOk() {
    Database var1 = INSTANCE;
    if (var1 == null) {
      synchronized (Database.class) {
        Database var2 = INSTANCE;
        if (var2 == null) { var2 = new Database() {}; INSTANCE = var2; }
        var1 = var2;
      }
    }
    return var1;
  }
}
