// Both sides lock the object they touch.
public class SynchronizedBlockOk {
  private int balance;

  void deposit(int amount) {
    synchronized (this) {
      balance += amount;
    }
  }

  public static void main(String[] arguments) {
    SynchronizedBlockOk account = new SynchronizedBlockOk();
    new Thread(() -> account.deposit(1)).start();
    synchronized (account) {
      System.out.println(account.balance);
    }
  }
}
