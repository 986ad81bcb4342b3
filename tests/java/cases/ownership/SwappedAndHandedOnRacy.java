import java.util.ArrayList;
import java.util.List;

// The buffer is handed on, and filled by the others meanwhile.
class SwappedAndHandedOnRacy {
  interface Target {
    void write(List<String> lines);
  }

  static class Screen implements Target {
    @Override
    public void write(List<String> lines) {
      for (String line : lines) System.out.println(line);  //~ data-race A(pending): read
      lines.clear();  //~ data-race A(pending)*: write
    }
  }

  private final Target target = new Screen();
  private final List<String> pending = new ArrayList<>();

  synchronized void add(String line) {
    pending.add(line);  //~ data-race A(pending): write
  }

  void flush() {
    List<String> full;
    synchronized (this) {
      full = pending;
    }
    target.write(full);
  }

  public static void main(String[] arguments) {
    SwappedAndHandedOnRacy log = new SwappedAndHandedOnRacy();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        log.add("a line");
        log.flush();
      }).start();
    }
  }
}
