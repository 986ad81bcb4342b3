import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// An actor keeps its state on a thread of its own, but lets others peek.
public class ActorPeekRacy {
  private final ExecutorService mailbox = Executors.newSingleThreadExecutor();
  private int balance;

  void deposit(int amount) {
    mailbox.execute(() -> balance += amount);  //~ data-race A: write
  }

  void withdraw(int amount) {
    mailbox.execute(() -> {
      if (balance >= amount) balance -= amount;  //~ data-race B: write
    });
  }

  int balance() {
    return balance;  //~ data-race A: read; data-race B: read
  }

  public static void main(String[] arguments) {
    ActorPeekRacy account = new ActorPeekRacy();
    account.deposit(10);
    account.withdraw(3);
    System.out.println(account.balance());
    account.mailbox.shutdown();
  }
}
