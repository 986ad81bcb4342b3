import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Classes of the program that extend a collection have its state. */
public class ExtendedMapRacy {
    static class Cache {
        final ReadWriteLock lock = new ReentrantReadWriteLock();
        final Map<String, String> map = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                return size() > 100;
            }
        };

        String get(String key) {
            lock.readLock().lock();
            try {
                return map.get(key); //~ data-race A(map)*: write
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static class Names extends ArrayList<String> {
        @Override
        public boolean add(String name) {
            return super.add(name + "!"); //~ data-race B(names): write
        }
    }

    static final Names names = new Names();

    public static void main(String[] args) {
        Cache cache = new Cache();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> cache.get("k")).start();
        }
        new Thread(() -> names.add("x")).start();
        for (String name : names) { //~ data-race B(names): read
            System.out.println(name);
        }
    }
}
