// Zero comes first, and then the other one; of two others it is whoever was asked that comes last.
public class TransferByRestDeadlock {
  static class Account {
    final int number;

    Account(int number) {
      this.number = number;
    }

    void visit(Account other) {
      Account first = number == 0 ? this : other;
      Account second = first == this ? other : this;
      synchronized (first) {
        synchronized (second) { }  //~ deadlock A*: wants
      }
    }
  }

  public static void main(String[] arguments) {
    Account[] all = new Account[4];
    for (int i = 0; i < all.length; i++) all[i] = new Account(i);
    for (int i = 0; i < all.length; i++) {
      Account from = all[i];
      Account to = all[(i + 1) % all.length];
      new Thread(() -> from.visit(to)).start();
      new Thread(() -> to.visit(from)).start();
    }
  }
}
