// Each object gets the next number in its constructor.
public class NextIdRacy {
  private static int nextId;
  private final int id;

  NextIdRacy() {
    id = nextId++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(new NextIdRacy().id)).start();
    }
  }
}
