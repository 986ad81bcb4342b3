import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A format is shared under its own monitor, and each task has another one of its own.
public class SharedFormatOk {
  private static final SimpleDateFormat SHARED = new SimpleDateFormat("yyyy");

  static String shared(Date date) {
    synchronized (SHARED) {
      return SHARED.format(date);
    }
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      pool.execute(() -> {
        SimpleDateFormat own = new SimpleDateFormat("MM");
        System.out.println(own.format(new Date()) + shared(new Date()));
      });
    }
    pool.shutdown();
  }
}
