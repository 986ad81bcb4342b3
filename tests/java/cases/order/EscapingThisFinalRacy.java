// Even a final field is not complete for a thread that the constructor starts too early.
public class EscapingThisFinalRacy {
  private final int size;

  EscapingThisFinalRacy() {
    new Thread(this::show).start();
    size = 10;  //~ data-race A: write
  }

  void show() {
    System.out.println(size);  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    new EscapingThisFinalRacy();
  }
}
