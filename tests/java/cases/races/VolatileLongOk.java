// A volatile long is written in one piece.
public class VolatileLongOk {
  private volatile long total;

  void set(long next) {
    total = next;
  }

  long get() {
    return total;
  }

  public static void main(String[] arguments) {
    VolatileLongOk box = new VolatileLongOk();
    new Thread(() -> box.set(-1L)).start();
    System.out.println(box.get());
  }
}
