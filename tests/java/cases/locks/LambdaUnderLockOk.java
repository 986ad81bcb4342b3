import java.util.List;

// The lambda runs at once, while the lock is held.
public class LambdaUnderLockOk {
  private final Object lock = new Object();
  private int sum;

  void locked(Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }

  void add(List<Integer> numbers) {
    synchronized (lock) {
      numbers.forEach(number -> sum += number);
    }
  }

  public static void main(String[] arguments) {
    LambdaUnderLockOk box = new LambdaUnderLockOk();
    new Thread(() -> box.add(List.of(1, 2, 3))).start();
    box.locked(() -> box.sum = 0);
  }
}
