import java.util.HashMap;
import java.util.Map;

// The map does not change any more; each object in it is its own lock.
public class ObjectsInMapOk {
  static class Account {
    private int balance;

    synchronized void pay() {
      balance++;
    }
  }

  static final Map<String, Account> ACCOUNTS = new HashMap<>();

  public static void main(String[] arguments) {
    ACCOUNTS.put("ada", new Account());
    ACCOUNTS.put("grace", new Account());
    for (int i = 0; i < 2; i++) {
      new Thread(() -> ACCOUNTS.get("ada").pay()).start();
      new Thread(() -> ACCOUNTS.values().forEach(Account::pay)).start();
    }
  }
}
