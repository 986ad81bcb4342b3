import java.text.SimpleDateFormat;
import java.util.Date;

// Each thread has a format of its own.
public class ThreadLocalOk {
  static final ThreadLocal<SimpleDateFormat> FORMAT =
      ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));

  static void show() {
    System.out.println(FORMAT.get().format(new Date(0)));
  }

  public static void main(String[] arguments) {
    new Thread(ThreadLocalOk::show).start();
    new Thread(ThreadLocalOk::show).start();
  }
}
