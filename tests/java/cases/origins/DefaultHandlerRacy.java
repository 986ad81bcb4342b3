import java.util.ArrayList;
import java.util.List;

/** The default handler runs in every thread that fails. */
public class DefaultHandlerRacy {
    static int failures;
    static final List<Throwable> errors = new ArrayList<>();

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            failures++;        //~ data-race A(failures)*: read, write
            errors.add(error); //~ data-race B(errors)*: write
        });
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                throw new IllegalStateException();
            }).start();
        }
    }
}
