// The account with the smaller number comes first.
public class TransferByNumberOk {
  static class Account {
    final int number;
    int balance = 100;

    Account(int number) {
      this.number = number;
    }
  }

  static void transfer(Account from, Account to) {
    Account first = from.number < to.number ? from : to;
    Account second = from.number < to.number ? to : from;
    synchronized (first) {
      synchronized (second) {
        from.balance--;
        to.balance++;
      }
    }
  }

  public static void main(String[] arguments) {
    Account ada = new Account(1);
    Account grace = new Account(2);
    new Thread(() -> transfer(ada, grace)).start();
    new Thread(() -> transfer(grace, ada)).start();
  }
}
