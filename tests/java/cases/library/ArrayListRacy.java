import java.util.ArrayList;
import java.util.List;

// One thread adds while another one loops.
public class ArrayListRacy {
  static final List<String> NAMES = new ArrayList<>();

  public static void main(String[] arguments) {
    new Thread(() -> NAMES.add("ada")).start();  //~ data-race A: write
    for (String name : NAMES) {                  //~ data-race A: read
      System.out.println(name);
    }
  }
}
