import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks with both orders, on one thread.
public class SerialTasksOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) { }
    }
  }

  public static void main(String[] arguments) {
    ExecutorService serial = Executors.newSingleThreadExecutor();
    serial.execute(() -> both(LEFT, RIGHT));
    serial.execute(() -> both(RIGHT, LEFT));
    serial.shutdown();
  }
}
