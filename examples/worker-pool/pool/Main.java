package pool;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A thousand jobs for four workers: much is shared, and there is nothing to report. */
public final class Main {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Total total = new Total();
        for (int i = 1; i <= 1_000; i++) {
            pool.execute(new Job(i, total));
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the jobs take too long");
        }
        System.out.println("sum of all sums: " + total.sum());
    }
}
