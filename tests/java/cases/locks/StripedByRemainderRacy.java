/** One lock for several elements: the two sides disagree which one. */
public class StripedByRemainderRacy {
    final int[] counts = new int[64];
    final Object[] locks = new Object[16];

    StripedByRemainderRacy() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object();
        }
    }

    void add(int place) {
        synchronized (locks[place % 16]) {
            counts[place]++; //~ data-race A([]): read, write
        }
    }

    void clear(int place) {
        synchronized (locks[place % 8]) {
            counts[place] = 0; //~ data-race A([]): write
        }
    }

    public static void main(String[] args) {
        StripedByRemainderRacy all = new StripedByRemainderRacy();
        new Thread(() -> all.add(args.length)).start();
        all.clear(args.length);
    }
}
