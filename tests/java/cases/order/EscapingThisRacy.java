// The constructor starts a thread that sees the object before it is complete.
public class EscapingThisRacy {
  private int size;

  EscapingThisRacy() {
    new Thread(this::show).start();
    size = 10;  //~ data-race A: write
  }

  void show() {
    System.out.println(size);  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    new EscapingThisRacy();
  }
}
