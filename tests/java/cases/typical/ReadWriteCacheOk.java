import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteCacheOk {
  private final Map<String, String> map = new HashMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private long misses;

  String get(String key) {
    lock.readLock().lock();
    try {
      String value = map.get(key);
      if (value != null) return value;
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      misses++;
      return map.computeIfAbsent(key, k -> "value of " + k);
    } finally {
      lock.writeLock().unlock();
    }
  }

  long misses() {
    lock.readLock().lock();
    try {
      return misses;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    ReadWriteCacheOk cache = new ReadWriteCacheOk();
    for (int i = 0; i < 4; i++) {
      int number = i;
      new Thread(() -> cache.get("key" + number % 2)).start();
    }
    System.out.println(cache.misses());
  }
}
