// The write comes before start() in the text, but after the start of the round before.
public class StartInLoopRacy {
  static int limit;

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      limit = i;  //~ data-race A: write
      new Thread(() -> System.out.println(limit)).start();  //~ data-race A: read
    }
  }
}
