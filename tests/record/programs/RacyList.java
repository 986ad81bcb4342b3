// races: java.util.ArrayList
import java.util.ArrayList;

/** One thread adds to a list while another looks at its size. */
public class RacyList {
  static final ArrayList<Integer> list = new ArrayList<>();

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> list.add(1));
    other.start();
    boolean isSmall = list.size() < 2;
    other.join();
    System.out.println(isSmall + " " + list.get(0));
  }
}
