// Two accounts of one class, and transfers in both directions.
public class TransferDeadlock {
  static class Account {
    int balance = 100;
  }

  static void transfer(Account from, Account to) {
    synchronized (from) {
      synchronized (to) {  //~ deadlock A*: wants
        from.balance--;
        to.balance++;
      }
    }
  }

  public static void main(String[] arguments) {
    Account ada = new Account();
    Account grace = new Account();
    new Thread(() -> transfer(ada, grace)).start();
    new Thread(() -> transfer(grace, ada)).start();
  }
}
