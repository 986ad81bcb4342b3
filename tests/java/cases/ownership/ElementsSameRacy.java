import java.util.ArrayList;
import java.util.List;

// The one worker is in the list several times.
public class ElementsSameRacy {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) throws Exception {
    Worker only = new Worker();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(only);
    }
    for (Worker worker : workers) {
      new Thread(worker).start();
    }
  }
}
