import java.util.ArrayList;
import java.util.List;

/** A range of a list is that list. */
public class SubListRacy {
  private static final List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4));

  public static void main(String[] arguments) {
    List<Integer> half = numbers.subList(0, 2);
    new Thread(() -> half.clear()).start();  //~ data-race A(numbers): write
    numbers.add(5);  //~ data-race A(numbers): write
  }
}
