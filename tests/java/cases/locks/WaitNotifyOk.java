// A guarded block, as it should be.
public class WaitNotifyOk {
  private boolean ready;
  private String message;

  synchronized void send(String text) {
    message = text;
    ready = true;
    notifyAll();
  }

  synchronized String receive() throws InterruptedException {
    while (!ready) {
      wait();
    }
    return message;
  }

  public static void main(String[] arguments) throws InterruptedException {
    WaitNotifyOk box = new WaitNotifyOk();
    new Thread(() -> box.send("hello")).start();
    System.out.println(box.receive());
  }
}
