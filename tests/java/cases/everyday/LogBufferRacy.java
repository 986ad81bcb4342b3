import java.util.ArrayList;
import java.util.List;

// The writer takes the buffer out under the lock, but puts no other one in its place.
public class LogBufferRacy {
  private List<String> buffer = new ArrayList<>();

  synchronized void log(String line) {
    buffer.add(line);  //~ data-race A(buffer): write
  }

  void flush() {
    List<String> full;
    synchronized (this) {
      full = buffer;
    }
    for (String line : full) System.out.println(line);  //~ data-race A(buffer): read
    synchronized (this) {
      buffer = new ArrayList<>();
    }
  }

  public static void main(String[] arguments) {
    LogBufferRacy log = new LogBufferRacy();
    Thread writer = new Thread(() -> {
      while (true) log.flush();
    });
    writer.setDaemon(true);
    writer.start();
    for (int i = 0; i < 10; i++) log.log("line " + i);
  }
}
