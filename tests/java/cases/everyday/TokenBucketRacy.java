import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// A rate limiter: taking tokens is guarded, filling up is not.
public class TokenBucketRacy {
  private final int capacity;
  private int tokens;

  TokenBucketRacy(int capacity) {
    this.capacity = capacity;
    this.tokens = capacity;
  }

  synchronized boolean tryTake() {
    if (tokens == 0) return false;  //~ data-race A: read
    tokens--;  //~ data-race B: read, write
    return true;
  }

  private void refill() {
    tokens = Math.min(capacity, tokens + 1);  //~ data-race A: read, write; data-race B: read, write
  }

  public static void main(String[] arguments) throws InterruptedException {
    TokenBucketRacy bucket = new TokenBucketRacy(2);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    clock.scheduleAtFixedRate(bucket::refill, 1, 1, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 5; i++) System.out.println(bucket.tryTake());
    clock.shutdown();
  }
}
