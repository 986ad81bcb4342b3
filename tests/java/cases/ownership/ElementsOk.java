import java.util.ArrayList;
import java.util.List;

// Each thread runs another worker of the list.
public class ElementsOk {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Worker());
    }
    for (Worker worker : workers) {
      new Thread(worker).start();
    }
  }
}
