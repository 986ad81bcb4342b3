import java.util.Random;

/** Ordered by hash, a third lock where they are equal; the work is done by a local class. */
public class HashOrderTieOk {
    static class Account {
        private int balance;
        Account(int b) { balance = b; }
        void debit(int n) { balance -= n; }
        void credit(int n) { balance += n; }
        int getBalance() { return balance; }
    }
    private static final Object tieLock = new Object();
    static void transferMoney(final Account from, final Account to, final int amount) {
        class Helper {
            void transfer() {
                if (from.getBalance() < amount) throw new IllegalStateException();
                from.debit(amount);
                to.credit(amount);
            }
        }
        int fromHash = System.identityHashCode(from);
        int toHash = System.identityHashCode(to);
        if (fromHash < toHash) {
            synchronized (from) { synchronized (to) { new Helper().transfer(); } }
        } else if (fromHash > toHash) {
            synchronized (to) { synchronized (from) { new Helper().transfer(); } }
        } else {
            synchronized (tieLock) {
                synchronized (from) { synchronized (to) { new Helper().transfer(); } }
            }
        }
    }
    public static void main(String[] args) {
        final Random rnd = new Random();
        final Account[] accounts = new Account[5];
        for (int i = 0; i < accounts.length; i++) accounts[i] = new Account(100);
        class TransferThread extends Thread {
            public void run() {
                for (int i = 0; i < 1000; i++) {
                    Account from = accounts[rnd.nextInt(5)], to = accounts[rnd.nextInt(5)];
                    transferMoney(from, to, rnd.nextInt(10));
                }
            }
        }
        for (int i = 0; i < 20; i++) new TransferThread().start();
    }
}
