import java.util.concurrent.locks.ReentrantLock;

public class TryLockBackoffOk {
  static class Account {
    final ReentrantLock lock = new ReentrantLock();
    int balance = 100;
  }

  static boolean transfer(Account from, Account to, int amount) {
    while (true) {
      if (from.lock.tryLock()) {
        try {
          if (to.lock.tryLock()) {
            try {
              from.balance -= amount;
              to.balance += amount;
              return true;
            } finally {
              to.lock.unlock();
            }
          }
        } finally {
          from.lock.unlock();
        }
      }
      Thread.yield();
    }
  }

  public static void main(String[] arguments) {
    Account a = new Account(), b = new Account();
    new Thread(() -> transfer(a, b, 10)).start();
    new Thread(() -> transfer(b, a, 20)).start();
  }
}
