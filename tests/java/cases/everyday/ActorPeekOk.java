import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// An actor keeps its state on a thread of its own, and answers with a future.
public class ActorPeekOk {
  private final ExecutorService mailbox = Executors.newSingleThreadExecutor();
  private int balance;

  void deposit(int amount) {
    mailbox.execute(() -> balance += amount);
  }

  void withdraw(int amount) {
    mailbox.execute(() -> {
      if (balance >= amount) balance -= amount;
    });
  }

  CompletableFuture<Integer> balance() {
    return CompletableFuture.supplyAsync(() -> balance, mailbox);
  }

  public static void main(String[] arguments) {
    ActorPeekOk account = new ActorPeekOk();
    account.deposit(10);
    account.withdraw(3);
    System.out.println(account.balance().join());
    account.mailbox.shutdown();
  }
}
