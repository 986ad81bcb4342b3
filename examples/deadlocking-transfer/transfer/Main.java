package transfer;

/** Rent goes one way, a refund the other. When both are under way, each waits for the other. */
public final class Main {
    public static void main(String[] arguments) throws InterruptedException {
        Account tenant = new Account(1_000);
        Account landlord = new Account(1_000);

        Thread rent = new Thread(() -> {
            for (int month = 0; month < 12; month++) {
                tenant.transferTo(landlord, 50);
            }
        });
        Thread refund = new Thread(() -> {
            for (int month = 0; month < 12; month++) {
                landlord.transferTo(tenant, 5);
            }
        });
        rent.start();
        refund.start();
        rent.join();
        refund.join();
        System.out.println(tenant.balance() + landlord.balance());
    }
}
