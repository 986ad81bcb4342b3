import java.util.ArrayList;
import java.util.List;

// The writer takes the full buffer under a lock that those who log do not hold.
public class LogTwoLocksRacy {
  private static final Object LOGS = new Object();
  private static final Object WRITES = new Object();
  private static List<String> buffer = new ArrayList<>();

  static void log(String line) {
    synchronized (LOGS) {
      buffer.add(line);  //~ data-race A(buffer): write; data-race C(buffer): read
    }
  }

  static void flush() {
    List<String> full;
    synchronized (WRITES) {
      if (buffer.isEmpty()) return;  //~ data-race A(buffer): read
      full = buffer;
      buffer = new ArrayList<>();  //~ data-race C(buffer): write
    }
    for (String line : full) System.out.println(line);  //~ data-race A(buffer): read
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) new Thread(LogTwoLocksRacy::flush).start();
    for (int i = 0; i < 10; i++) log("line " + i);
  }
}
