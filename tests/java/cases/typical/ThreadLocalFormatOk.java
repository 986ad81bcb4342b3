import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadLocalFormatOk {
  private static final ThreadLocal<SimpleDateFormat> FORMAT =
      ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 10; i++)
      pool.execute(() -> System.out.println(FORMAT.get().format(new Date())));
    pool.shutdown();
  }
}
