// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class SharedMap {
  static class Entry {
    int count;
  }

  public static void main(String[] arguments) throws Exception {
    ConcurrentMap<String, Entry> map = new ConcurrentHashMap<>();
    ConcurrentHashMap<Integer, Entry> published = new ConcurrentHashMap<>();
    Thread worker = new Thread(() -> {
      Entry entry = new Entry();
      entry.count = 5;
      published.put(1, entry);
      for (int each = 0; each < 50; each++)
        map.compute("a", (key, old) -> {
          Entry next = old == null ? new Entry() : old;
          next.count++;
          return next;
        });
    });
    worker.start();
    for (int each = 0; each < 50; each++)
      map.compute("a", (key, old) -> {
        Entry next = old == null ? new Entry() : old;
        next.count++;
        return next;
      });
    Entry entry;
    while ((entry = published.get(1)) == null) Thread.onSpinWait();
    entry.count++;
    worker.join();
    System.out.println(map.get("a").count + entry.count);
  }
}
