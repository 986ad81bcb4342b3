import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// What is given to a method of the library is changed by it.
public class SortArgumentRacy {
  static final List<Integer> AGES = new ArrayList<>(List.of(36, 37));

  public static void main(String[] arguments) {
    new Thread(() -> Collections.sort(AGES)).start();  //~ data-race A(AGES): write
    List<Integer> copy = new ArrayList<>();
    copy.addAll(AGES);  //~ data-race A(AGES): read
    System.out.println(copy);
  }
}
