// Four threads and four locks in a circle.
public class FourLocksDeadlock {
  static final Object A = new Object(), B = new Object(), C = new Object(), D = new Object();

  static void work() {
    System.out.println("both");
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (A) {
        synchronized (B) {  //~ deadlock X: wants
          work();
        }
      }
    }).start();
    new Thread(() -> {
      synchronized (B) {
        synchronized (C) {  //~ deadlock X: wants
          work();
        }
      }
    }).start();
    new Thread(() -> {
      synchronized (C) {
        synchronized (D) {  //~ deadlock X: wants
          work();
        }
      }
    }).start();
    new Thread(() -> {
      synchronized (D) {
        synchronized (A) {  //~ deadlock X: wants
          work();
        }
      }
    }).start();
  }
}
