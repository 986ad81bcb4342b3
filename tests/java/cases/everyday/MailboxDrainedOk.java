import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

// Whoever wins the flag hands a task over, which gives the flag back when it has read the mail.
class MailboxDrainedOk {
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final Queue<String> mail = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private int read;

  void tell(String message) {
    mail.add(message);
    schedule();
  }

  private void schedule() {
    if (scheduled.compareAndSet(false, true)) pool.execute(this::drain);
  }

  private void drain() {
    while (mail.poll() != null) {
      read++;
    }
    scheduled.set(false);
    if (!mail.isEmpty()) schedule();
  }

  public static void main(String[] arguments) {
    MailboxDrainedOk actor = new MailboxDrainedOk();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> actor.tell("a word")).start();
    }
  }
}
