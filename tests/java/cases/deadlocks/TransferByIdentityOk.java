// The account with the smaller identity comes first, and both are held when money moves.
public class TransferByIdentityOk {
  static class Account {
    private int balance = 100;

    void debit(int amount) {
      balance -= amount;
    }

    void credit(int amount) {
      balance += amount;
    }
  }

  static void move(Account from, Account to) {
    from.debit(1);
    to.credit(1);
  }

  static void transfer(Account from, Account to) {
    int fromHash = System.identityHashCode(from);
    int toHash = System.identityHashCode(to);
    if (fromHash < toHash) {
      synchronized (from) {
        synchronized (to) {
          move(from, to);
        }
      }
    } else {
      synchronized (to) {
        synchronized (from) {
          move(from, to);
        }
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
