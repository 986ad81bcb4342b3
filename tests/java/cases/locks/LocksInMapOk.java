import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// A lock for each name guards the account of that name.
public class LocksInMapOk {
  static class Account {
    int balance;
  }

  private final Map<String, Object> locks = new ConcurrentHashMap<>();
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  void add(String name, int amount) {
    synchronized (locks.computeIfAbsent(name, key -> new Object())) {
      accounts.computeIfAbsent(name, key -> new Account()).balance += amount;
    }
  }

  public static void main(String[] arguments) {
    LocksInMapOk all = new LocksInMapOk();
    for (String name : new String[] {"a", "b", "a"}) {
      new Thread(() -> all.add(name, 1)).start();
    }
  }
}
