// The getter does without the lock.
public class UnsynchronizedGetterRacy {
  private int balance;

  synchronized void deposit(int amount) {
    balance += amount;  //~ data-race A: write
  }

  int balance() {
    return balance;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    UnsynchronizedGetterRacy account = new UnsynchronizedGetterRacy();
    new Thread(() -> account.deposit(1)).start();
    System.out.println(account.balance());
  }
}
