import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// What was given back is still used.
public class PooledUsedAfterRacy {
  static class Buffer {
    int uses;
  }

  static final Deque<Buffer> IDLE = new ArrayDeque<>();

  static void use() {
    Buffer buffer;
    synchronized (IDLE) {
      buffer = IDLE.isEmpty() ? new Buffer() : IDLE.pop();
    }
    synchronized (IDLE) {
      IDLE.push(buffer);
    }
    buffer.uses++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    ExecutorService tasks = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      tasks.execute(PooledUsedAfterRacy::use);
    }
  }
}
