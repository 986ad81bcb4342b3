import java.util.concurrent.atomic.AtomicBoolean;

// setPlain and getPlain order nothing: what they should publish races.
public class AtomicPlainModeRacy {
  static final AtomicBoolean READY = new AtomicBoolean();
  static int data;

  public static void main(String[] arguments) {
    new Thread(() -> {
      if (READY.getPlain()) {
        System.out.println(data);  //~ data-race A: read
      }
    }).start();
    data = 42;  //~ data-race A: write
    READY.setPlain(true);
  }
}
