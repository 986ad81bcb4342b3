// What the constructor of a thread puts into its own fields is there before the thread begins: the
// platform's constructor, which runs first, shows the object to nobody.
import java.util.HashMap;
import java.util.Map;

public class ThreadConstructedOk {
  static class Worker extends Thread {
    private Map<String, Integer> seen;
    private int base;

    Worker(String name, int base) {
      super(name);
      this.base = base;
      seen = new HashMap<>();
      seen.put(name, base);
      setDaemon(base > 5);
    }

    @Override
    public void run() {
      base++;
      seen.put("again", base);
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      Worker worker = new Worker("worker " + i, i);
      worker.start();
    }
  }
}
