// races: int[], long[], java.lang.String[]
public class RacyArray {
  static final int[] ints = new int[8];
  static final long[] longs = new long[8];
  static final String[] texts = new String[8];

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      ints[3]++;
      longs[5] += 2;
      texts[1] = "x" + texts[1];
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
