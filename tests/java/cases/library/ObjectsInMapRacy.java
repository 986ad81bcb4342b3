import java.util.HashMap;
import java.util.Map;

// The map does not change any more, the objects in it do.
public class ObjectsInMapRacy {
  static class Account {
    int balance;
  }

  static final Map<String, Account> ACCOUNTS = new HashMap<>();

  static void pay(String name) {
    ACCOUNTS.get(name).balance++;  //~ data-race A(balance)*: read, write
  }

  public static void main(String[] arguments) {
    ACCOUNTS.put("ada", new Account());
    new Thread(() -> pay("ada")).start();
    new Thread(() -> pay("ada")).start();
  }
}
