// races: ForkJoinPools.racy, ForkJoinPools$Count.shared
import java.util.*;
import java.util.concurrent.*;
public class ForkJoinPools {
  static int racy, quiet, submitted, adapted, external;
  static class Sum extends RecursiveTask<Long> {
    final int[] data;
    final int from, to;
    long partial;
    Sum(int[] data, int from, int to) {
      this.data = data;
      this.from = from;
      this.to = to;
    }
    @Override
    protected Long compute() {
      if (to - from <= 8) {
        for (int i = from; i < to; i++) partial += data[i]++;
        return partial;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(data, from, middle), right = new Sum(data, middle, to);
      left.fork();
      long r = right.compute();
      left.join();
      return partial = r + left.partial;
    }
  }
  static class Count extends RecursiveAction {
    static int shared;
    final int depth;
    int own;
    Count(int depth) {
      this.depth = depth;
    }
    @Override
    protected void compute() {
      if (depth == 0) {
        own = 1;
        shared++;
        if (depth == 0) try {
            Thread.sleep(2);
          } catch (InterruptedException e) {
          }
        return;
      }
      Count one = new Count(depth - 1), two = new Count(depth - 1);
      invokeAll(one, two);
      own = one.own + two.own;
    }
  }
  public static void main(String[] a) throws Exception {
    int[] data = new int[64];
    Arrays.fill(data, 2);
    ForkJoinPool pool = new ForkJoinPool(4);
    long sum = pool.invoke(new Sum(data, 0, 64));
    for (int i = 0; i < 64; i++) data[i]++;
    Count count = new Count(5);
    ForkJoinTask<?> task = pool.submit(count);
    task.get();
    submitted = 1;
    ForkJoinTask<Integer> f = pool.submit(() -> {
      submitted++;
      return submitted;
    });
    int got = f.join();
    submitted++;
    adapted = 3;
    ForkJoinTask.adapt(() -> { adapted++; }).fork().join();
    adapted++;
    external = 1;
    Future<?> g = ForkJoinPool.commonPool().submit(() -> { external++; });
    while (!g.isDone()) Thread.onSpinWait();
    external++;
    List<Callable<Integer>> calls = new ArrayList<>();
    int[] slots = new int[4];
    for (int i = 0; i < 4; i++) {
      int n = i;
      calls.add(() -> slots[n] = n + got);
    }
    for (Future<Integer> each : pool.invokeAll(calls)) each.get();
    int total = 0;
    for (int x : slots) total += x;
    pool.execute(() -> quiet = 4);
    Thread other = new Thread(() -> racy++);
    other.start();
    racy++;
    other.join();
    pool.shutdown();
    if (pool.awaitTermination(10, TimeUnit.SECONDS)) quiet++;
    System.out.println(
        sum + " " + count.own + " " + submitted + adapted + external + total + quiet + data[3]);
  }
}
