package bank;

/** Serves customers: each brings 20 and takes 20 home again. */
final class Teller extends Thread {
    private final Account account;
    private final int customers;

    Teller(Account account, int customers) {
        this.account = account;
        this.customers = customers;
    }

    @Override
    public void run() {
        for (int i = 0; i < customers; i++) {
            account.deposit(20);
            account.payOut(20);
        }
    }
}
