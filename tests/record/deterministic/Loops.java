/** Loops over arrays: again, in parts that overlap, backwards, two arrays at one place. */
public class Loops {
  static final Object lock = new Object();
  static int sum;

  static void fill(int[] array, int from, int to, int by) {
    for (int each = from; each != to; each += by) array[each] = each;
  }

  static int look(int[] array, int from, int to) {
    int all = 0;
    for (int each = from; each < to; each++) all += array[each];
    return all;
  }

  static void inOneEpoch(int[] one, int[] other) {
    fill(one, 0, 20, 1);
    fill(one, 0, 20, 1);
    fill(one, 10, 30, 1);
    fill(one, 5, 8, 1);
    fill(one, 39, 25, -1);
    fill(one, 30, 40, 1);
    for (int each = 0; each < 40; each++) fill(each % 2 == 0 ? one : other, each, each + 1, 1);
    fill(one, 1, 39, 2);
    fill(other, 0, 40, 1);
  }

  static void inMany(int[] array) {
    for (int each = 0; each < 12; each++) {
      sum += look(array, 0, each);
      synchronized (lock) {
        sum += look(array, each, 2 * each);
      }
      sum += look(array, each, 3 * each);
    }
  }

  static void pastTheEnd(int[] array) {
    try {
      fill(array, array.length - 3, array.length + 3, 1);
    } catch (ArrayIndexOutOfBoundsException expected) {
      sum += look(array, array.length - 3, array.length);
    }
  }

  public static void main(String[] arguments) throws Exception {
    int[] one = new int[40], other = new int[40];
    Thread worker = new Thread(() -> {
      inOneEpoch(one, other);
      inMany(one);
      pastTheEnd(other);
    }, "worker");
    worker.start();
    worker.join();
    sum += look(one, 0, 40);
    System.out.println(sum);
  }
}
