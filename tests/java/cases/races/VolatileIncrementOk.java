// Updates may be lost, but a volatile field does not race.
public class VolatileIncrementOk {
  static volatile int count;

  public static void main(String[] arguments) {
    new Thread(() -> count++).start();
    new Thread(() -> count++).start();
  }
}
