/** Virtual threads of a builder and of a factory, started later and joined. */
public class VirtualUnstartedOk {
    static int first;
    static int second;
    static int third;

    static synchronized void hit() {
        third++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.ofVirtual().name("one").unstarted(() -> first++);
        one.start();
        one.join();
        first++;
        Thread two = Thread.ofVirtual().factory().newThread(() -> second++);
        two.start();
        two.join();
        second++;
        Thread[] all = new Thread[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = Thread.ofVirtual().unstarted(() -> hit());
        }
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(third);
    }
}
