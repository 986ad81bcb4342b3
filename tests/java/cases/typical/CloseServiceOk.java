import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class CloseServiceOk implements AutoCloseable {
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private int state;

    void update(int by) { worker.execute(() -> state += by); }

    int read() throws Exception { return worker.submit(() -> state).get(); }

    @Override public void close() throws Exception {
        worker.shutdown();
        if (!worker.awaitTermination(5, TimeUnit.SECONDS)) throw new IllegalStateException();
        System.out.println(state);
    }

    public static void main(String[] args) throws Exception {
        try (CloseServiceOk service = new CloseServiceOk()) {
            for (int i = 0; i < 5; i++) service.update(i);
            System.out.println(service.read());
        }
    }
}
