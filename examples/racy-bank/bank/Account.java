package bank;

/** Whoever deposits takes the account's lock. Whoever pays out forgot to. */
final class Account {
    private int balance;

    synchronized void deposit(int amount) {
        balance += amount;
    }

    void payOut(int amount) {
        balance -= amount;
    }

    synchronized int balance() {
        return balance;
    }
}
