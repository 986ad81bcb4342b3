// A wait with a notify, and one that a time limit ends.
public class NotifiedOk {
  private boolean ready;

  synchronized void await() throws InterruptedException {
    while (!ready) {
      wait();
    }
  }

  synchronized void pause() throws InterruptedException {
    wait(10);
  }

  synchronized void finish() {
    ready = true;
    notify();
  }

  public static void main(String[] arguments) throws InterruptedException {
    NotifiedOk box = new NotifiedOk();
    new Thread(box::finish).start();
    box.await();
    new NotifiedOk().pause();
  }
}
