// Transfers in one direction only.
public class TransferOneWayOk {
  static class Account {
    int balance = 100;
  }

  static void transfer(Account from, Account to) {
    synchronized (from) {
      synchronized (to) {
        from.balance--;
        to.balance++;
      }
    }
  }

  public static void main(String[] arguments) {
    Account ada = new Account();
    Account grace = new Account();
    new Thread(() -> transfer(ada, grace)).start();
    new Thread(() -> transfer(ada, grace)).start();
  }
}
