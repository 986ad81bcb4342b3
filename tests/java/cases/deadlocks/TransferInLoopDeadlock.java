import java.util.concurrent.ThreadLocalRandom;

// Accounts in an array, picked by chance, in many threads.
public class TransferInLoopDeadlock {
  static class Account {
    private int balance = 100;

    synchronized void send(Account to) {
      balance--;
      to.receive();
    }

    synchronized void receive() { balance++; }  //~ deadlock A*: wants
  }

  public static void main(String[] arguments) {
    Account[] accounts = {new Account(), new Account()};
    for (int i = 0; i < 4; i++) {
      new Thread(() -> {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        accounts[random.nextInt(2)].send(accounts[random.nextInt(2)]);
      }).start();
    }
  }
}
