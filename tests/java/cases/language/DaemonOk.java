import java.util.concurrent.atomic.AtomicLong;

// A daemon thread counts with an atomic.
public class DaemonOk {
  static final AtomicLong BEATS = new AtomicLong();

  public static void main(String[] arguments) {
    Thread heart = new Thread(() -> {
      while (true) {
        BEATS.incrementAndGet();
      }
    });
    heart.setDaemon(true);
    heart.start();
    System.out.println(BEATS.get());
  }
}
