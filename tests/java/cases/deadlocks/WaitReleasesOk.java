// Whoever waits has given its only lock back, and takes the other one when it is awake.
public class WaitReleasesOk {
  static final Object DOOR = new Object();
  static final Object BELL = new Object();
  static boolean rung;

  static void sleep() throws InterruptedException {
    synchronized (BELL) {
      while (!rung) {
        BELL.wait();
      }
    }
    synchronized (DOOR) { }
  }

  static void ring() {
    synchronized (DOOR) {
      synchronized (BELL) {
        rung = true;
        BELL.notifyAll();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(WaitReleasesOk::ring).start();
    sleep();
  }
}
