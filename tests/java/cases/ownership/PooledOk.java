import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

// A pool makes what it does not have; nobody uses what was given back.
public class PooledOk {
  static class Buffer {
    private final StringBuilder text = new StringBuilder();
    private int uses;

    void write(String line) {
      uses++;
      text.append(line).append(uses);
    }
  }

  static class Pool {
    private final Deque<Buffer> idle = new ArrayDeque<>();

    Buffer borrow() {
      synchronized (idle) {
        return idle.isEmpty() ? new Buffer() : idle.pop();
      }
    }

    void giveBack(Buffer buffer) {
      synchronized (idle) {
        idle.push(buffer);
      }
    }

    void with(Consumer<Buffer> use) {
      Buffer buffer = borrow();
      try {
        use.accept(buffer);
      } finally {
        giveBack(buffer);
      }
    }
  }

  public static void main(String[] arguments) {
    Pool pool = new Pool();
    ExecutorService tasks = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      String line = "line " + i;
      tasks.execute(() -> pool.with(buffer -> buffer.write(line)));
    }
  }
}
