import java.util.ArrayList;
import java.util.List;

// The list is local, until it is kept in a static field; then it is added to once more.
public class LocalLeaksRacy implements Runnable {
  static volatile List<Integer> last = new ArrayList<>();

  @Override
  public void run() {
    List<Integer> numbers = new ArrayList<>();
    numbers.add(1);
    last = numbers;
    numbers.add(2);  //~ data-race A(last): write
  }

  public static void main(String[] arguments) {
    new Thread(new LocalLeaksRacy()).start();
    System.out.println(last.size());  //~ data-race A(last): read
  }
}
