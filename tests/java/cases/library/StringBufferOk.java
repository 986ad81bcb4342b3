// A buffer locks each call.
public class StringBufferOk {
  public static void main(String[] arguments) {
    StringBuffer text = new StringBuffer();
    new Thread(() -> text.append("warp")).start();
    new Thread(() -> text.append("weft")).start();
    System.out.println(text.length());
  }
}
