// A long that is not volatile may be seen half written.
public class TornLongRacy {
  private long total;

  void set(long next) {
    total = next;  //~ data-race A: write
  }

  long get() {
    return total;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    TornLongRacy box = new TornLongRacy();
    new Thread(() -> box.set(-1L)).start();
    System.out.println(box.get());
  }
}
