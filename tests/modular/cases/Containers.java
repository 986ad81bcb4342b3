// Library objects: what their methods do to them.
package containers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

@ThreadSafe
class Maps {
  private final Map<String, Integer> plain = new HashMap<>();
  private final Map<String, Integer> concurrent = new ConcurrentHashMap<>();
  private final Map<String, Integer> wrapped = Collections.synchronizedMap(new HashMap<>());
  private final Map<String, Integer> guarded = new HashMap<>();
  private final Map<String, Integer> onlyRead = new HashMap<>();
  private final HashMap<String, Integer> declared;
  private final List<String> list = new ArrayList<>();
  private final List<String> copied = new CopyOnWriteArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final AtomicInteger counter = new AtomicInteger();
  private final Map<String, Integer> computed = new HashMap<>();

  Maps(HashMap<String, Integer> given) { declared = given; }
  void putBad() { plain.put("a", 1); }
  Integer getBad() { return plain.get("a"); }
  void putConcurrentOk() { concurrent.put("a", 1); }
  Integer getConcurrentOk() { return concurrent.get("a"); }
  void putWrappedOk() { wrapped.put("a", 1); }
  synchronized void putGuardedOk() { guarded.put("a", 1); }
  synchronized Integer getGuardedOk() { return guarded.get("a"); }
  Integer getOnlyReadOk() { return onlyRead.get("a"); }
  void declaredBad() { declared.put("a", 1); }
  void addBad() { list.add("a"); }
  int sizeBad() { return list.size(); }
  void addCopiedOk() { copied.add("a"); }
  void appendBad() { text.append("a"); }
  void countOk() { counter.incrementAndGet(); }
  void localOk() { Map<String, Integer> map = new HashMap<>(); map.put("a", 1); }
  void computeBad() { computed.computeIfAbsent("a", k -> 1); }
}

// A container is locked on one side.
class Cache {
  private final Map<String, String> entries = new HashMap<>();
  synchronized void put(String key, String value) { entries.put(key, value); }
  String getBad(String key) { return entries.get(key); }
  synchronized String getOk(String key) { return entries.get(key); }
}

// Elements of arrays.
@ThreadSafe
class Arrays {
  private final int[] cells = new int[8];
  private final int[] guarded = new int[8];
  void writeBad(int at) { cells[at] = 1; }
  int readBad(int at) { return cells[at]; }
  synchronized void writeOk(int at) { guarded[at] = 1; }
  synchronized int readOk(int at) { return guarded[at]; }
}
