// races: Executor.shared
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Executor {
  static int shared;

  static class Task {
    int input, output;
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    CountDownLatch both = new CountDownLatch(2);
    Task[] tasks = {new Task(), new Task()};
    Future<?>[] futures = new Future<?>[2];
    for (int each = 0; each < 2; each++) {
      Task task = tasks[each];
      task.input = each;
      futures[each] = executor.submit(() -> {
        both.countDown();
        both.await();
        task.output = task.input + 1;
        shared++;
        return null;
      });
    }
    int sum = 0;
    for (int each = 0; each < 2; each++) {
      futures[each].get();
      sum += tasks[each].output;
    }
    executor.execute(() -> tasks[0].output = 9);
    executor.shutdown();
    if (!executor.awaitTermination(1, TimeUnit.MINUTES)) throw new IllegalStateException();
    System.out.println(sum + tasks[0].output);
  }
}
