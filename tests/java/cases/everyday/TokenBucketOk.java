import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

// The state is a record that is exchanged as a whole.
public class TokenBucketOk {
  record State(int tokens, long refills) {}

  private final int capacity;
  private final AtomicReference<State> state;

  TokenBucketOk(int capacity) {
    this.capacity = capacity;
    this.state = new AtomicReference<>(new State(capacity, 0));
  }

  boolean tryTake() {
    State old;
    do {
      old = state.get();
      if (old.tokens() == 0) return false;
    } while (!state.compareAndSet(old, new State(old.tokens() - 1, old.refills())));
    return true;
  }

  private void refill() {
    state.updateAndGet(
        old -> new State(Math.min(capacity, old.tokens() + 1), old.refills() + 1));
  }

  public static void main(String[] arguments) throws InterruptedException {
    TokenBucketOk bucket = new TokenBucketOk(2);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    clock.scheduleAtFixedRate(bucket::refill, 1, 1, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 5; i++) System.out.println(bucket.tryTake());
    clock.shutdown();
  }
}
