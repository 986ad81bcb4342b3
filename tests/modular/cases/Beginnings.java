// What a lock was taken for, and what is done to an object before others have it.
package beginnings;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

@Retention(RetentionPolicy.CLASS) @interface PostConstruct {}
@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

// The lock is for what is written under it; the limit is read there by the way.
class Configured {
  private int limit, size;
  void setLimitOk(int to) { limit = to; }
  synchronized void addOk() { if (size < limit) size++; }
  synchronized void removeOk() { if (size > 0) size--; }
}

// Nothing else is touched under the lock, so it is for this.
class LockedGetter {
  private int value;
  void setBad(int to) { value = to; }
  synchronized int getBad() { return value; }
}

// Somebody writes it under the lock, so every read of it there counts.
class Resized {
  private int limit, size;
  void setLimitBad(int to) { limit = to; }
  synchronized void addBad() { if (size < limit) size++; }
  synchronized void shrink() { limit = size; }
}

// Who reads a field to find the lock cannot mean it by the lock.
class LockInField {
  private Random random;
  void startOk() { random = new Random(); }
  long nextOk() { synchronized (random) { return random.nextLong(); } }
}

// A lock of the class is for statics, unless somebody writes the field under it.
class OfClass {
  private String name;
  private static int count;
  private int counted;
  void renameOk(String to) { name = to; }
  static String firstOk(OfClass of) { synchronized (OfClass.class) { count++; return of.name; } }
  static void count(OfClass of) { synchronized (OfClass.class) { of.counted++; } }
  int countedBad() { return counted; }
}

// The lock of an object far above the field has more to protect.
class Server {
  private final Database database = new Database();
  synchronized void startOk() { database.tree.load(); }
  long sizeOk() { return database.tree.sizeOk(); }
}
class Database {
  final Tree tree = new Tree();
}
class Tree {
  private long size;
  void load() { size = 3; }
  long sizeOk() { return size; }
}

// Called right behind the constructor, by a name or an annotation that says so.
class Pool {
  private final List<String> idle = new ArrayList<>();
  private int made;
  public void initialize() { idle.add("first"); fillOk(); }
  void fillOk() { idle.add("second"); }
  @PostConstruct public void readyOk() { made = 1; }
  synchronized void takeOk() { idle.remove("first"); made++; }
  synchronized void giveOk() { idle.add("first"); made--; }
}

class Factory {
  static void startOk(Pool pool) { pool.initialize(); }
}

// Several may come to be the first user.
class Lazy {
  private List<String> list;
  private void init() { list = new ArrayList<>(); }
  void addBad() { if (list == null) init(); }
  synchronized void dropBad() { list = null; }
}

@ThreadSafe
class PromisesMore {
  private int value;
  public void initialize() { value = 1; }
  int getBad() { return value; }
}
