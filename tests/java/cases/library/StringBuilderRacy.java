// A builder in a local variable that two threads have captured.
public class StringBuilderRacy {
  public static void main(String[] arguments) {
    StringBuilder text = new StringBuilder();
    new Thread(() -> text.append("warp")).start();  //~ data-race A: write
    new Thread(() -> text.append("weft")).start();  //~ data-race A: write
  }
}
