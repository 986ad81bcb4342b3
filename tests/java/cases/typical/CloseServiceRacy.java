import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class CloseServiceRacy {
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final ExecutorService logger = Executors.newSingleThreadExecutor();
    private int state;
    private int lines;

    void update(int by) {
        worker.execute(() -> state += by); //~ data-race A: write
        logger.execute(() -> lines++);
    }

    // Waits for the other one.
    void close() throws Exception {
        worker.shutdown();
        logger.shutdown();
        if (!logger.awaitTermination(5, TimeUnit.SECONDS)) throw new IllegalStateException();
        System.out.println(state); //~ data-race A: read
        System.out.println(lines);
    }

    public static void main(String[] args) throws Exception {
        CloseServiceRacy service = new CloseServiceRacy();
        for (int i = 0; i < 5; i++) service.update(i);
        service.close();
    }
}
