/** As JoinUnderLockSetOk, but the worker is started first, and may find no chain yet. */
public class JoinUnderLockSetLateDeadlock {
  private volatile Runnable chain;
  private Thread worker;

  void start() {
    worker = new Thread(this::work);
    worker.start();
    chain = () -> System.out.println("step");
  }

  synchronized void stop() throws InterruptedException {
    worker.join();  //~ deadlock A: wants
  }

  private void work() {
    if (chain == null) {
      synchronized (this) {  //~ deadlock A: wants
        if (chain == null) throw new IllegalStateException("not started");
      }
    }
    chain.run();
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinUnderLockSetLateDeadlock service = new JoinUnderLockSetLateDeadlock();
    service.start();
    service.stop();
  }
}
