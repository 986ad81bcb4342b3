package transfer;

/** Money moves between two accounts while both are locked: the giver first, then the taker. */
final class Account {
    private long balance;

    Account(long balance) {
        this.balance = balance;
    }

    synchronized long balance() {
        return balance;
    }

    void transferTo(Account other, long amount) {
        synchronized (this) {
            synchronized (other) {
                balance -= amount;
                other.balance += amount;
            }
        }
    }
}
