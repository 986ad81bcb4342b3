import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// Threads made, started and joined by streams.
public class ThreadStreamRacy {
  static final class Tally {
    private int count;

    void work() {
      for (int i = 0; i < 100; i++) count++;  //~ data-race A*: read, write
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] arguments) {
    Tally tally = new Tally();
    List<Thread> threads = IntStream.range(0, 4)
        .mapToObj(i -> new Thread(tally::work))
        .collect(Collectors.toList());
    threads.forEach(Thread::start);
    threads.forEach(ThreadStreamRacy::join);
    System.out.println(tally.count);
  }
}
