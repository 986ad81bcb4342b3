import java.util.function.IntSupplier;

// Each lambda captured an array of its own.
public class LambdaCaptureOk {
  static IntSupplier counter() {
    int[] count = {0};
    return () -> ++count[0];
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      IntSupplier counter = counter();
      new Thread(counter::getAsInt).start();
    }
  }
}
