import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// The state of an actor is asked for from outside, too.
public class ActorAskedRacy {
  static class Account implements Runnable {
    private final BlockingQueue<Integer> mail = new LinkedBlockingQueue<>();
    private int balance;

    void send(int amount) {
      mail.add(amount);
    }

    int balance() {
      return balance;  //~ data-race A: read
    }

    @Override
    public void run() {
      try {
        while (true) {
          balance += mail.take();  //~ data-race A: write
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] arguments) {
    Account account = new Account();
    new Thread(account).start();
    account.send(5);
    System.out.println(account.balance());
  }
}
