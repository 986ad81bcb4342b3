import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// The view cannot be changed, what it shows can.
public class UnmodifiableViewRacy {
  private final List<String> names = new ArrayList<>();

  List<String> names() {
    return Collections.unmodifiableList(names);
  }

  void add() {
    names.add("ada");  //~ data-race A: write
  }

  public static void main(String[] arguments) {
    UnmodifiableViewRacy people = new UnmodifiableViewRacy();
    new Thread(people::add).start();
    System.out.println(people.names().size());  //~ data-race A: read
  }
}
