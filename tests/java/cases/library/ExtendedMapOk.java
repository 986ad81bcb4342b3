import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Classes of the program that extend a collection, under a lock, or made before the start. */
public class ExtendedMapOk {
    static class Cache {
        final Map<String, String> map = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                return size() > 100;
            }
        };

        synchronized String get(String key) {
            return map.get(key);
        }
    }

    static class Names extends ArrayList<String> {
        @Override
        public synchronized boolean add(String name) {
            return super.add(name + "!");
        }

        synchronized String first() {
            return get(0);
        }
    }

    public static void main(String[] args) {
        Cache cache = new Cache();
        Names names = new Names();
        names.add("a");
        for (int i = 0; i < 2; i++) {
            new Thread(() -> cache.get("k")).start();
        }
        new Thread(() -> names.add("x")).start();
        System.out.println(names.first());
    }
}
