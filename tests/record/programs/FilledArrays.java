// races: long[], double[], char[], short[]
import java.util.Arrays;

/** What the platform's methods do to whole arrays, against accesses to one element. */
public class FilledArrays {
  static final long[] longs = new long[4];
  static final double[] doubles = {3, 1, 2};
  static final char[] chars = new char[3];
  static final short[] shorts = new short[3];

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      Arrays.fill(longs, 7);
      Arrays.sort(doubles);
      chars[1] = 1;
      shorts[1] = 1;
    });
    other.start();
    longs[2]++;
    boolean isLarge = doubles[1] > 100;
    char[] copy = chars.clone();
    boolean isEmpty = Arrays.toString(shorts).isEmpty();
    other.join();
    System.out.println(isLarge | isEmpty | copy.length != 3);
  }
}
