import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BankAuditOk {
  static final class Account {
    private long cents;

    synchronized void deposit(long amount) {
      cents += amount;
    }

    synchronized long cents() {
      return cents;
    }
  }

  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  void deposit(String owner, long amount) {
    accounts.computeIfAbsent(owner, name -> new Account()).deposit(amount);
  }

  long total() {
    return accounts.values().stream().mapToLong(Account::cents).sum();
  }

  public static void main(String[] arguments) {
    BankAuditOk bank = new BankAuditOk();
    ExecutorService clerks = Executors.newFixedThreadPool(3);
    for (String owner : new String[] {"ada", "bob", "ada"}) {
      clerks.execute(() -> bank.deposit(owner, 100));
    }
    System.out.println(bank.total());
    clerks.shutdown();
  }
}
