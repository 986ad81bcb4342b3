package bank;

/** Two tellers work on one account. In the evening it should be empty. */
public final class Main {
    public static void main(String[] arguments) throws InterruptedException {
        Account account = new Account();
        Teller ann = new Teller(account, 1_000_000);
        Teller bob = new Teller(account, 1_000_000);
        ann.start();
        bob.start();
        ann.join();
        bob.join();
        System.out.println("in the evening: " + account.balance());
    }
}
