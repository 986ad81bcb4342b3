// races: int[], long[], byte[], java.lang.String[]
import java.util.Arrays;

/** What the platform's methods copy is read there, and written here. */
public class CopiedElements {
  static final int[] from = new int[8];
  static final long[] to = new long[8];
  static final byte[] bytes = new byte[9];
  static final String[] texts = new String[3];

  static void copy() {
    int[] copy = new int[4];
    System.arraycopy(from, 2, copy, 0, 4);
    System.arraycopy(new long[4], 0, to, 2, 4);
    Arrays.copyOfRange(bytes, 3, 6);
    Arrays.copyOf(texts, 2);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(CopiedElements::copy);
    other.start();
    from[3] = 7;
    to[5]++;
    bytes[4] = 1;
    texts[0] = "x";
    other.join();
    System.out.println("done");
  }
}
