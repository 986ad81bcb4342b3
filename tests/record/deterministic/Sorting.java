/** One thread after the other: fields, arrays of every kind, inheritance, exceptions. */
public class Sorting {
  static class Base {
    protected int count;
    long sum;
  }

  static class Derived extends Base {
    double mean;
    final int fixed;
    Object[] kept = new Object[4];

    Derived(int fixed) {
      this.fixed = fixed;
      count = fixed;
    }

    void add(long each) {
      count++;
      sum += each;
      mean = (double) sum / count;
      kept[count & 3] = this;
    }
  }

  static int[] numbers = new int[40];
  static byte[] bytes = new byte[8];
  static long[][] matrix = new long[3][3];
  static boolean isDone;
  static String last;

  static void sort() {
    for (int i = 1; i < numbers.length; i++)
      for (int j = i; j > 0 && numbers[j - 1] > numbers[j]; j--) {
        int swapped = numbers[j];
        numbers[j] = numbers[j - 1];
        numbers[j - 1] = swapped;
      }
    isDone = true;
  }

  static void failing(int at) {
    try {
      bytes[at] = (byte) at;
      last = "at " + at;
    } catch (ArrayIndexOutOfBoundsException expected) {
      last = "beyond";
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < numbers.length; i++) numbers[i] = (i * 37) % 40;
    Thread sorter = new Thread(Sorting::sort, "sorter");
    sorter.start();
    sorter.join();
    Derived derived = new Derived(3);
    Thread adder = new Thread(() -> {
      for (int each : numbers) derived.add(each);
      for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) matrix[i][j] += i * j;
    }, "adder");
    adder.start();
    adder.join();
    failing(2);
    failing(3);
    System.out.println(isDone + " " + derived.count + " " + derived.sum + " " + matrix[2][2] + last);
  }
}
