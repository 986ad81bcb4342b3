import java.util.concurrent.atomic.AtomicBoolean;

// An atomic flag, set after the data.
public class AtomicFlagOk {
  static int data;

  public static void main(String[] arguments) {
    AtomicBoolean ready = new AtomicBoolean();
    new Thread(() -> {
      data = 42;
      ready.set(true);
    }).start();
    while (!ready.get()) {
      Thread.onSpinWait();
    }
    System.out.println(data);
  }
}
