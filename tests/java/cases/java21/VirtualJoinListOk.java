import java.util.ArrayList;
import java.util.List;

/** Virtual threads are kept in a list and joined in a loop. */
public class VirtualJoinListOk {
    static int count;

    static synchronized void hit() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(Thread.startVirtualThread(() -> hit()));
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(count);
    }
}
