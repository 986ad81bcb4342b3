import java.util.concurrent.atomic.AtomicReference;

public class ImmutableAccountOk {
  record Balance(long cents, int changes) { }

  private final AtomicReference<Balance> balance = new AtomicReference<>(new Balance(0, 0));

  void deposit(long cents) {
    balance.updateAndGet(b -> new Balance(b.cents() + cents, b.changes() + 1));
  }

  public static void main(String[] arguments) throws InterruptedException {
    ImmutableAccountOk account = new ImmutableAccountOk();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> account.deposit(5));
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(account.balance.get());
  }
}
