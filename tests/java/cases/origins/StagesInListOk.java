import java.util.ArrayList;
import java.util.List;

// Each stage is made once, so the loop that starts them all starts it once.
public class StagesInListOk {
  abstract static class Stage extends Thread {
    private int done;

    abstract boolean step();

    @Override
    public void run() {
      while (step()) {
        done++;
      }
    }

    int done() {
      return done;
    }
  }

  static class Reader extends Stage {
    private int next;

    @Override
    boolean step() {
      return ++next < 10;
    }
  }

  static class Writer extends Stage {
    private int left = 5;

    @Override
    boolean step() {
      return --left > 0;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Stage> stages = new ArrayList<>();
    stages.add(new Reader());
    stages.add(new Writer());
    for (Stage stage : stages) {
      stage.start();
    }
    for (Stage stage : stages) {
      stage.join();
    }
    for (Stage stage : stages) {
      System.out.println(stage.done());
    }
  }
}
