// Four threads and four locks, always in one direction.
public class FourLocksOk {
  static final Object A = new Object(), B = new Object(), C = new Object(), D = new Object();

  static void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> both(A, B)).start();
    new Thread(() -> both(B, C)).start();
    new Thread(() -> both(C, D)).start();
    new Thread(() -> both(A, D)).start();
  }
}
