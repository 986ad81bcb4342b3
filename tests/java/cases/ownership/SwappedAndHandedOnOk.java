import java.util.ArrayList;
import java.util.List;

// The full buffer is taken out under the lock, and written by others in the thread that took it.
class SwappedAndHandedOnOk {
  interface Target {
    void write(List<String> lines);
  }

  static class Screen implements Target {
    @Override
    public void write(List<String> lines) {
      for (String line : lines) System.out.println(line);
      lines.clear();
    }
  }

  private final Target target = new Screen();
  private List<String> pending = new ArrayList<>();

  synchronized void add(String line) {
    pending.add(line);
  }

  void flush() {
    List<String> full;
    synchronized (this) {
      full = pending;
      pending = new ArrayList<>();
    }
    target.write(full);
  }

  public static void main(String[] arguments) {
    SwappedAndHandedOnOk log = new SwappedAndHandedOnOk();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        log.add("a line");
        log.flush();
      }).start();
    }
  }
}
