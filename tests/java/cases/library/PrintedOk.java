import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Texts of collections are made of what they hold: under their lock, or of a copy. */
public class PrintedOk {
    static final List<String> names = new ArrayList<>();
    static final List<String> copied = new CopyOnWriteArrayList<>();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (names) {
                names.add("x");
            }
            copied.add("x");
        }).start();
        synchronized (names) {
            System.out.println("names " + names);
        }
        System.out.println(copied);
    }
}
