// races: none
import java.util.Arrays;

/** Two threads work on the two halves of arrays, one with the platform's methods; a third array grows under a lock. */
public class CopiedApart {
  static final int[] all = new int[2000];
  static final char[] chars = new char[6];
  static final Object lock = new Object();
  static int[] grown = new int[2];
  static int size;

  static void add(int value) {
    synchronized (lock) {
      if (size == grown.length) grown = Arrays.copyOf(grown, 2 * size);
      grown[size++] = value;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      for (int each = 0; each < 1000; each++) all[each] = each;
      chars[2] = 'x';
      for (int each = 0; each < 20; each++) add(each);
    });
    other.start();
    int[] copy = new int[1000];
    System.arraycopy(all, 1000, copy, 0, 1000);
    System.arraycopy(copy, 0, all, 1000, 1000);
    Arrays.fill(all, 1000, 1010, 7);
    Arrays.fill(chars, 3, 6, 'y');
    for (int each = 0; each < 20; each++) add(each);
    other.join();
    Arrays.sort(all);
    System.out.println(all[1999] + chars.clone()[2] + " " + Arrays.copyOf(grown, 3).length);
  }
}
