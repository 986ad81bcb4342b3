import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// Threads made, started and joined by streams.
public class ThreadStreamOk {
  static final class Tally {
    private int count;

    void work() {
      for (int i = 0; i < 100; i++) count++;
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
    List<Tally> tallies =
        IntStream.range(0, 4).mapToObj(i -> new Tally()).collect(Collectors.toList());
    List<Thread> threads = tallies.stream()
        .map(one -> new Thread(one::work))
        .collect(Collectors.toList());
    threads.forEach(Thread::start);
    threads.forEach(ThreadStreamOk::join);
    System.out.println(tallies.stream().mapToInt(one -> one.count).sum());
  }
}
