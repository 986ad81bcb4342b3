import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A pool that also lets others look at what is on top of it.
public class PooledPeekedRacy {
  static class Buffer {
    int uses;
  }

  static final Deque<Buffer> IDLE = new ArrayDeque<>();

  static Buffer borrow() {
    synchronized (IDLE) {
      return IDLE.isEmpty() ? new Buffer() : IDLE.pop();
    }
  }

  static void use() {
    Buffer buffer = borrow();
    buffer.uses++;  //~ data-race A: read, write
    synchronized (IDLE) {
      IDLE.push(buffer);
    }
  }

  static void look() {
    Buffer top;
    synchronized (IDLE) {
      top = IDLE.peek();
    }
    if (top != null) {
      top.uses = 0;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    ExecutorService tasks = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      tasks.execute(PooledPeekedRacy::use);
      tasks.execute(PooledPeekedRacy::look);
    }
  }
}
