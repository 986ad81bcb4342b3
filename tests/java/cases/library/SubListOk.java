import java.util.ArrayList;
import java.util.List;

/** Ranges are only read once there is a second thread, or are of a copy. */
public class SubListOk {
  public static void main(String[] arguments) {
    List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4));
    numbers.subList(3, 4).clear();
    List<Integer> half = numbers.subList(0, 2);
    new Thread(() -> System.out.println(half.get(0))).start();
    System.out.println(numbers.size());
    new ArrayList<>(half).subList(0, 1).clear();
  }
}
