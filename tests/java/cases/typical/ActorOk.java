import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// An actor alone touches its state; others send it messages that never change.
public class ActorOk {
  record Deposit(int amount) {}

  static class Account implements Runnable {
    private final BlockingQueue<Deposit> mail = new LinkedBlockingQueue<>();
    private int balance;

    void send(Deposit deposit) {
      mail.add(deposit);
    }

    @Override
    public void run() {
      try {
        while (true) {
          balance += mail.take().amount();
          System.out.println(balance);
        }
      } catch (InterruptedException e) {
        System.out.println("ends with " + balance);
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Account account = new Account();
    Thread runs = new Thread(account);
    runs.start();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> account.send(new Deposit(5))).start();
    }
    Thread.sleep(50);
    runs.interrupt();
  }
}
