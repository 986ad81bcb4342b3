// Everything a compiler for Java 7 and 8 may write: numbers, arrays, loops, switches, monitors, try.
import java.util.ArrayList;
import java.util.List;

public class Old<T extends Comparable<T>> implements Runnable {
  static final long LARGE = 1L << 40;
  static final double HALF = 0.5;
  static final String NAME = "old";
  private volatile int count;
  protected T value;

  @Deprecated
  static int numbers(int a, long b, float c, double d, byte e, char f, short g, boolean h) {
    long sum = a + b * 3 - (b >>> 2) + (a << 3) + (a % 7) + (b / 5) ^ 0xFFL;
    float x = c * 2 - a + (float) b;
    double y = d / x + (double) sum - -d;
    e += 3;
    f++;
    g = (short) (g | e);
    if (x < c || y >= d && !h) sum -= (int) y;
    return (int) sum + e + f + g + (b > 3 ? 1 : 0) + (c != 0 ? 2 : 1);
  }

  static int arrays(int size, Object[] names) {
    int[][] grid = new int[size][size + 1];
    byte[] bytes = new byte[size];
    boolean[] flags = {true, false};
    long[] longs = {1, 2, 3};
    String[][] texts = new String[size][];
    double[] doubles = new double[] {1.5, 2};
    int sum = 0;
    for (int i = 0; i < grid.length; i++) {
      for (int j = grid[i].length; --j > 0; ) {
        if (i == j) continue;
        grid[i][j] += bytes[i] + (flags[j & 1] ? 1 : (int) longs[j % 3]++);
        sum += grid[i][j]--;
      }
      texts[i] = i > 0 ? texts[i - 1] : null;
    }
    for (Object name : names) sum += ((String) name).length() + (name instanceof List ? 1 : 0);
    return sum + (int) doubles[1];
  }

  static String switches(int kind, String text) {
    switch (kind) {
      case 1: return "one";
      case 2:
      case 3: text = "few"; break;
      case 1000: text += "many";
      default: kind = -kind;
    }
    switch (kind) {
      case -5: return text;
      case 100: return null;
      case 100000: throw new IllegalArgumentException(text);
    }
    switch (text) {
      case "a": return "b";
      case "few": return "several";
      default: return text + kind;
    }
  }

  static int tries(List<Integer> list, int n) {
    int state = 0;
    try {
      state = 1;
      for (int i = 0; ; i++) {
        try {
          state += list.get(i);
          if (state > n) return state;
        } catch (IndexOutOfBoundsException e) {
          state = list.size();
          break;
        } finally {
          n--;
        }
      }
    } catch (IllegalStateException | NullPointerException e) {
      return e.hashCode();
    } finally {
      list.clear();
    }
    try (AutoCloseable one = null; AutoCloseable two = null) {
      state += one.hashCode();
    } catch (Exception e) {
      state = -1;
    }
    return state;
  }

  synchronized int locked(Object lock) {
    synchronized (lock) {
      synchronized (this) {
        if (count++ > 10) return count;
      }
      value = null;
    }
    while (true) {
      if (count-- < 0) break;
      do {
        count -= 2;
      } while (count > 100);
    }
    return count;
  }

  @Override
  public void run() {
    List<T> all = new ArrayList<T>();
    for (T one : all) if (one.compareTo(value) > 0) value = one;
    new Runnable() {
      @Override
      public void run() {
        count = 3;
      }
    }.run();
    assert count > 0 : "count";
  }
}
