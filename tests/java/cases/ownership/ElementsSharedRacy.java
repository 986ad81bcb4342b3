import java.util.ArrayList;
import java.util.List;

// Each worker writes to all workers of the list.
public class ElementsSharedRacy {
  static final List<Worker> ALL = new ArrayList<>();

  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      for (Worker other : ALL) {
        other.steps = 1;  //~ data-race A*: write
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 4; i++) {
      ALL.add(new Worker());
    }
    for (Worker worker : ALL) {
      new Thread(worker).start();
    }
  }
}
