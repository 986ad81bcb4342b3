// races: RacyCounter.count
public class RacyCounter {
  static int count;

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      for (int each = 0; each < 1000; each++) count++;
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
