/** The worker takes the lock only where there is no chain, and there is one before it starts. */
public class JoinUnderLockSetOk {
  private Runnable chain;
  private Thread worker;

  synchronized void start() {
    chain = () -> System.out.println("step");
    worker = new Thread(this::work);
    worker.start();
  }

  synchronized void stop() throws InterruptedException {
    worker.join();
  }

  private void work() {
    if (chain == null) {
      synchronized (this) {
        if (chain == null) throw new IllegalStateException("not started");
      }
    }
    chain.run();
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinUnderLockSetOk service = new JoinUnderLockSetOk();
    service.start();
    service.stop();
  }
}
