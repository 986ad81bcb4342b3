/** A buffer for each thread, made when it is first asked for. */
public class ThreadLocalByHandOk {
    private static final ThreadLocal<int[]> BUFFER = new ThreadLocal<>();

    static int[] buffer() {
        int[] buffer = BUFFER.get();
        if (buffer == null) {
            buffer = new int[8];
            BUFFER.set(buffer);
        }
        return buffer;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                buffer()[0]++; //~ FP data-race A([])*: read, write -- both are the thread's own
            }).start();
        }
    }
}
