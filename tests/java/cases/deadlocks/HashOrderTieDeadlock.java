import java.util.Random;

/** Ordered by hash, and not at all where they are equal. */
public class HashOrderTieDeadlock {
    static class Account {
        private int balance;
        Account(int b) { balance = b; }
        void debit(int n) { balance -= n; }
        void credit(int n) { balance += n; }
        int getBalance() { return balance; }
    }
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
            synchronized (from) {
                synchronized (to) { new Helper().transfer(); } //~ deadlock D*: wants
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
