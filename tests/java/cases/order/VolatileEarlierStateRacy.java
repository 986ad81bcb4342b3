// The reader is content with a state that comes before the result.
public class VolatileEarlierStateRacy {
  static volatile int state;
  static int result;

  static void work() {
    state = 1;
    result = 42;  //~ data-race A: write
    state = 2;
  }

  public static void main(String[] arguments) {
    new Thread(VolatileEarlierStateRacy::work).start();
    while (state < 1) {
      Thread.onSpinWait();
    }
    System.out.println(result);  //~ data-race A: read
  }
}
