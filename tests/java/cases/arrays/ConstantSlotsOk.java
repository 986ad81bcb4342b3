// Two constants, two slots.
public class ConstantSlotsOk {
  static final int[] RESULTS = new int[2];

  public static void main(String[] arguments) {
    new Thread(() -> RESULTS[0] = 1).start();
    new Thread(() -> RESULTS[1] = 2).start();
  }
}
