import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// A thread starts another of its kind and goes on to write to it.
public class StartedChildRacy {
  static final List<Thread> ALL = Collections.synchronizedList(new ArrayList<>());

  static class Branch extends Thread {
    private final int depth;
    private int weight;

    Branch(int depth) {
      this.depth = depth;
    }

    @Override
    public void run() {
      weight++;  //~ data-race A: read, write
      if (depth < 3) {
        Branch child = new Branch(depth + 1);
        ALL.add(child);
        child.start();
        child.weight = depth;  //~ data-race A: write
      }
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      new Branch(0).start();
    }
  }
}
