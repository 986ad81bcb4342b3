import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Every message hands a task over, and two of them read the mail at once.
class MailboxDrainedRacy {
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final Queue<String> mail = new ConcurrentLinkedQueue<>();
  private int read;

  void tell(String message) {
    mail.add(message);
    schedule();
  }

  private void schedule() {
    pool.execute(this::drain);
  }

  private void drain() {
    while (mail.poll() != null) {
      read++;  //~ data-race A*: read, write
    }
    if (!mail.isEmpty()) schedule();
  }

  public static void main(String[] arguments) {
    MailboxDrainedRacy actor = new MailboxDrainedRacy();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> actor.tell("a word")).start();
    }
  }
}
