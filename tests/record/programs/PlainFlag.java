// races: PlainFlag.ready, PlainFlag.data
public class PlainFlag {
  static int data;
  static boolean ready;

  public static void main(String[] arguments) throws Exception {
    Thread reader = new Thread(() -> {
      for (int each = 0; each < 1000 && !ready; each++) Thread.yield();
      data++;
    });
    reader.start();
    data = 42;
    ready = true;
    reader.join();
    System.out.println("done");
  }
}
