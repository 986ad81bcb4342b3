// The wait is on the object, the notify on its lock.
public class OtherObjectNotifiedWrong {
  private final Object lock = new Object();

  synchronized void await() throws InterruptedException {
    wait();  //~ endless-wait A: wait
  }

  void finish() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    OtherObjectNotifiedWrong box = new OtherObjectNotifiedWrong();
    new Thread(box::finish).start();
    box.await();
  }
}
