// The flag is set before the lock is taken.
public class WaitNotifyRacy {
  private boolean ready;

  void send() {
    ready = true;  //~ data-race A: write
    synchronized (this) {
      notifyAll();
    }
  }

  synchronized void receive() throws InterruptedException {
    while (!ready) {  //~ data-race A: read
      wait();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    WaitNotifyRacy box = new WaitNotifyRacy();
    new Thread(box::send).start();
    box.receive();
  }
}
