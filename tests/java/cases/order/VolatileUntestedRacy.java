// The volatile is read, but what it said changes nothing.
public class VolatileUntestedRacy {
  static int data;
  static volatile boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      boolean seen = ready;
      System.out.println(data + " " + seen);  //~ data-race A: read
    }).start();
    data = 42;  //~ data-race A: write
    ready = true;
  }
}
