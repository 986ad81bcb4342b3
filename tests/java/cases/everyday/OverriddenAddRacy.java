import java.util.ArrayList;
import java.util.List;

// The class adds under its lock, its subclass overrides that and forgets it.
public class OverriddenAddRacy {
  static class Journal {
    protected final List<String> lines = new ArrayList<>();

    synchronized void add(String line) {
      lines.add(line);  //~ data-race A(lines): write
    }
  }

  static class TimedJournal extends Journal {
    @Override
    void add(String line) {
      lines.add(System.nanoTime() + " " + line);  //~ data-race A(lines)*: write
    }

    void addPlain(String line) {
      super.add(line);
    }
  }

  public static void main(String[] arguments) {
    TimedJournal journal = new TimedJournal();
    for (int i = 0; i < 2; i++) new Thread(() -> journal.add("begin")).start();
    new Thread(() -> journal.addPlain("end")).start();
  }
}
