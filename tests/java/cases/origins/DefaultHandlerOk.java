import java.util.concurrent.atomic.AtomicInteger;

/** The default handler runs in every thread that fails; that of one thread once. */
public class DefaultHandlerOk {
    static final AtomicInteger failures = new AtomicInteger();
    static int last;

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> failures.incrementAndGet());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                throw new IllegalStateException();
            }).start();
        }
        Thread one = new Thread(() -> {
            throw new IllegalStateException();
        });
        one.setUncaughtExceptionHandler((thread, error) -> last++);
        one.start();
    }
}
