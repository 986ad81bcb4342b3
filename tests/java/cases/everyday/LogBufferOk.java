import java.util.ArrayList;
import java.util.List;

// The writer takes the full buffer and leaves an empty one, under the lock: what it took is its.
public class LogBufferOk {
  private List<String> buffer = new ArrayList<>();

  synchronized void log(String line) {
    buffer.add(line);
  }

  void flush() {
    List<String> full;
    synchronized (this) {
      full = buffer;
      buffer = new ArrayList<>();
    }
    for (String line : full) System.out.println(line);
    full.clear();
  }

  public static void main(String[] arguments) {
    LogBufferOk log = new LogBufferOk();
    Thread writer = new Thread(() -> {
      while (true) log.flush();
    });
    writer.setDaemon(true);
    writer.start();
    for (int i = 0; i < 10; i++) log.log("line " + i);
  }
}
