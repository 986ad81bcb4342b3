// races: ManyExecutors.racy, ManyExecutors.unordered
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class ManyExecutors {
  static int racy, unordered, single, scheduled, hooked, custom, invoked, terminated;
  public static void main(String[] a) throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    List<Callable<Integer>> calls = new ArrayList<>();
    int[] cells = new int[5];
    for (int i = 0; i < 5; i++) {
      int n = i;
      calls.add(() -> {
        unordered++;
        return cells[n] = n;
      });
    }
    int total = 0;
    for (Future<Integer> f : pool.invokeAll(calls)) total += f.get();
    for (int c : cells) total += c;
    int any = pool.invokeAny(List.of(() -> invoked = 2));
    invoked++;
    CompletionService<int[]> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < 4; i++) {
      int n = i;
      service.submit(() -> {
        int[] r = new int[2];
        r[0] = n;
        return r;
      });
    }
    for (int i = 0; i < 4; i++) {
      int[] r = service.take().get();
      r[0]++;
      total += r[0];
    }
    ExecutorService one = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 5; i++) one.execute(() -> single++);
    one.submit(() -> single++).get();
    single++;
    one.shutdown();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    CountDownLatch three = new CountDownLatch(3);
    ScheduledFuture<?> rate = timer.scheduleAtFixedRate(() -> {
      scheduled++;
      three.countDown();
    }, 1, 1, TimeUnit.MILLISECONDS);
    three.await();
    rate.cancel(false);
    timer.shutdown();
    timer.awaitTermination(5, TimeUnit.SECONDS);
    scheduled++;
    ThreadPoolExecutor hooks =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected void beforeExecute(Thread t, Runnable r) {
            super.beforeExecute(t, r);
          }
          @Override
          protected void afterExecute(Runnable r, Throwable t) {}
        };
    hooked = 1;
    Future<?> done = hooks.submit(() -> { hooked++; });
    done.get();
    hooked++;
    hooks.prestartAllCoreThreads();
    hooks.execute(() -> terminated = 3);
    hooks.shutdown();
    while (!hooks.awaitTermination(1, TimeUnit.SECONDS));
    terminated++;
    java.util.concurrent.Executor direct = Runnable::run;
    java.util.concurrent.Executor perThread = r -> new Thread(r).start();
    CountDownLatch latch = new CountDownLatch(1);
    custom = 1;
    perThread.execute(() -> {
      direct.execute(() -> custom++);
      latch.countDown();
    });
    latch.await();
    custom++;
    FutureTask<Integer> task = new FutureTask<>(() -> {
      custom++;
      return custom;
    });
    new Thread(task).start();
    int got = task.get();
    custom++;
    pool.execute(() -> racy++);
    racy++;
    Thread.sleep(300);  // else the shutdown may interrupt the worker before the task, which orders the two
    pool.shutdown();
    pool.awaitTermination(5, TimeUnit.SECONDS);
    System.out.println(total + " " + any + single + hooked + terminated + custom + got + invoked);
  }
}
