import java.util.ArrayList;
import java.util.List;

// The writer takes the full buffer under the lock of those who log, unless it is empty.
public class LogTwoLocksOk {
  private static final Object LOGS = new Object();
  private static List<String> buffer = new ArrayList<>();

  static void log(String line) {
    synchronized (LOGS) {
      buffer.add(line);
    }
  }

  static void flush() {
    List<String> full;
    synchronized (LOGS) {
      if (buffer.isEmpty()) return;
      full = buffer;
      buffer = new ArrayList<>();
    }
    for (String line : full) System.out.println(line);
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) new Thread(LogTwoLocksOk::flush).start();
    for (int i = 0; i < 10; i++) log("line " + i);
  }
}
