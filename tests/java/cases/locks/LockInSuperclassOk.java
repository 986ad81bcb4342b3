import java.util.concurrent.locks.ReentrantLock;

// A lock that all accounts of one bank are given.
public class LockInSuperclassOk {
  abstract static class Guarded {
    protected final ReentrantLock lock;

    Guarded(ReentrantLock lock) {
      this.lock = lock;
    }

    final void locked(int amount) {
      lock.lock();
      try {
        change(amount);
      } finally {
        lock.unlock();
      }
    }

    abstract void change(int amount);
  }

  static class Account extends Guarded {
    private int balance;

    Account(ReentrantLock lock) {
      super(lock);
    }

    @Override
    void change(int amount) {
      balance += amount;
    }
  }

  public static void main(String[] arguments) {
    Account account = new Account(new ReentrantLock());
    new Thread(() -> account.locked(1)).start();
    new Thread(() -> account.locked(-1)).start();
  }
}
