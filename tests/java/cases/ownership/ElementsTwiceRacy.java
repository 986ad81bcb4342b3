import java.util.ArrayList;
import java.util.List;

// Each worker of the list is run by two threads.
public class ElementsTwiceRacy {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Worker());
    }
    for (int round = 0; round < 2; round++) {
      for (Worker worker : workers) {
        new Thread(worker).start();
      }
    }
  }
}
