/** One lock for several elements: which one follows from the index. */
public class StripedByRemainderOk {
    static final int LOCKS = 16;
    final int[] counts = new int[64];
    final Object[] locks = new Object[LOCKS];

    StripedByRemainderOk() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    void add(Object key) {
        int hash = Math.abs(key.hashCode() % counts.length);
        synchronized (locks[hash % LOCKS]) {
            counts[hash]++;
        }
    }

    void clear() {
        for (int i = 0; i < counts.length; i++) {
            synchronized (locks[i % LOCKS]) {
                counts[i] = 0;
            }
        }
    }

    public static void main(String[] args) {
        StripedByRemainderOk all = new StripedByRemainderOk();
        new Thread(() -> all.add("a")).start();
        new Thread(() -> all.add("b")).start();
        all.clear();
    }
}
