// races: none
public class VolatileFlag {
  static int data;
  static long wide;
  static volatile boolean ready;

  public static void main(String[] arguments) throws Exception {
    Thread reader = new Thread(() -> {
      while (!ready) Thread.onSpinWait();
      System.out.println(data + wide);
    });
    reader.start();
    data = 42;
    wide = 1L << 40;
    ready = true;
    reader.join();
  }
}
