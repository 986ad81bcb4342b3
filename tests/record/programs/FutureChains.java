// races: FutureChains.racy, FutureChains.racyBetween
import java.util.*;
import java.util.concurrent.*;
public class FutureChains {
  static int left, right, sum, handled, all, any, composed, late, racy, racyBetween, timedOut, peeked;
  static int viaExec, whenDone, stage;
  public static void main(String[] a) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    CompletableFuture<Void> l = CompletableFuture.runAsync(() -> {
      left = 1;
      racyBetween++;
    }, pool);
    CompletableFuture<Void> r = CompletableFuture.runAsync(() -> {
      right = 2;
      racyBetween++;
    }, pool);
    CompletableFuture<Integer> s = l.thenCombine(r, (x, y) -> sum = left + right);
    racy = 1;
    CompletableFuture<Integer> h = s.thenApplyAsync(v -> {
                                      if (v > 2) throw new IllegalStateException();
                                      return v;
                                    }, pool).handleAsync((v, t) -> {
      handled = sum;
      return t == null ? 0 : 1;
    }, pool);
    List<CompletableFuture<Void>> many = new ArrayList<>();
    int[] slots = new int[6];
    for (int i = 0; i < 6; i++) {
      int n = i;
      many.add(CompletableFuture.runAsync(() -> slots[n] = n, pool));
    }
    CompletableFuture<Void> done =
        CompletableFuture.allOf(many.toArray(new CompletableFuture[0])).thenRun(() -> {
          for (int x : slots) all += x;
        });
    CompletableFuture<Object> first = CompletableFuture
                                          .anyOf(CompletableFuture.supplyAsync(
                                                     ()
                                                         -> {
                                                       any = 5;
                                                       return "one";
                                                     },
                                                     pool),
                                              new CompletableFuture<String>())
                                          .thenApply(x -> {
                                            any++;
                                            return x;
                                          });
    CompletableFuture<String> c = CompletableFuture
                                      .supplyAsync(
                                          ()
                                              -> {
                                            composed = 1;
                                            return 3;
                                          },
                                          pool)
                                      .thenCompose(n
                                          -> CompletableFuture.supplyAsync(
                                              ()
                                                  -> {
                                                composed++;
                                                return "n" + n;
                                              },
                                              pool))
                                      .whenComplete((v, t) -> composed++);
    CompletableFuture<Integer> manual = new CompletableFuture<>();
    new Thread(() -> {
      late = 9;
      manual.completeExceptionally(new RuntimeException("x"));
    }).start();
    String got = manual.exceptionally(t -> late++).thenApply(x -> "late" + late).get();
    CompletableFuture<Integer> timed =
        new CompletableFuture<Integer>().completeOnTimeout(4, 20, TimeUnit.MILLISECONDS);
    timedOut = 1;
    int t = timed.thenApply(x -> x + 1).get();
    CompletionStage<Integer> st =
        CompletableFuture.supplyAsync(() -> stage = 1, pool).thenApplyAsync(x -> stage++, pool);
    st.toCompletableFuture().get(10, TimeUnit.SECONDS);
    stage++;
    CompletableFuture<Integer> w = CompletableFuture.supplyAsync(() -> {
      whenDone = 2;
      return 2;
    }, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS, pool));
    while (!w.isDone()) Thread.onSpinWait();
    whenDone++;
    CompletableFuture<Void> either = CompletableFuture
                                         .supplyAsync(
                                             ()
                                                 -> {
                                               viaExec = 1;
                                               return 1;
                                             },
                                             pool)
                                         .acceptEither(new CompletableFuture<Integer>(), x -> viaExec++);
    either.join();
    viaExec++;
    CompletableFuture.runAsync(() -> racy++, pool).join();
    Thread extra = new Thread(() -> racy++);
    extra.start();
    racy++;
    extra.join();
    h.join();
    done.join();
    first.join();
    System.out.println(sum + " " + handled + " " + all + " " + any + " " + c.get() + composed + got + t
        + stage + whenDone + viaExec);
    pool.shutdown();
  }
}
