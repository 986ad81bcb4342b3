// The lock is an object that stays the same.
public class BoxedLockOk {
  private final Object lock = new Object();
  private Integer visitors = 0;

  void enter() {
    synchronized (lock) {
      visitors = visitors + 1;
    }
  }

  public static void main(String[] arguments) {
    BoxedLockOk museum = new BoxedLockOk();
    for (int i = 0; i < 3; i++) new Thread(museum::enter).start();
  }
}
