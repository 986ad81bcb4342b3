// The account with the smaller number comes first, and then the other one.
public class TransferByRestOk {
  static class Account {
    final int number;
    long balance;

    Account(int number) {
      this.number = number;
    }

    void transferTo(Account other, long amount) {
      Account first = number < other.number ? this : other;
      Account second = first == this ? other : this;
      synchronized (first) {
        synchronized (second) {
          balance -= amount;
          other.balance += amount;
        }
      }
    }
  }

  public static void main(String[] arguments) {
    Account[] all = new Account[4];
    for (int i = 0; i < all.length; i++) all[i] = new Account(i);
    for (int i = 0; i < all.length; i++) {
      Account from = all[i];
      Account to = all[(i + 1) % all.length];
      new Thread(() -> from.transferTo(to, 3)).start();
    }
  }
}
