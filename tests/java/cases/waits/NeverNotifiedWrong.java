// Nobody calls notify on this object.
public class NeverNotifiedWrong {
  private boolean ready;

  synchronized void await() throws InterruptedException {
    while (!ready) {
      wait();  //~ endless-wait A: wait
    }
  }

  synchronized void finish() {
    ready = true;
  }

  public static void main(String[] arguments) throws InterruptedException {
    NeverNotifiedWrong box = new NeverNotifiedWrong();
    new Thread(box::finish).start();
    box.await();
  }
}
