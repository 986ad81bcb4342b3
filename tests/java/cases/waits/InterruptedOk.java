// Nobody notifies, but the wait is ended by an interrupt.
public class InterruptedOk {
  static final Object NEVER = new Object();

  static void sleep() {
    try {
      synchronized (NEVER) {
        NEVER.wait();
      }
    } catch (InterruptedException end) {
      System.out.println("woken");
    }
  }

  public static void main(String[] arguments) {
    Thread sleeper = new Thread(InterruptedOk::sleep);
    sleeper.start();
    sleeper.interrupt();
  }
}
