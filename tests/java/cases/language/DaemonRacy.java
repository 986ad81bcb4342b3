// A daemon thread counts for as long as the program lives.
public class DaemonRacy {
  static long beats;

  public static void main(String[] arguments) {
    Thread heart = new Thread(() -> {
      while (true) {
        beats++;  //~ data-race A: read, write
      }
    });
    heart.setDaemon(true);
    heart.start();
    System.out.println(beats);  //~ data-race A: read
  }
}
