import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

// The lock is held while the keys are asked for, not while somebody goes through them.
class ViewGivenOutRacy {
  private final Map<String, Integer> rooms = new HashMap<>();
  private final List<String> entries = new ArrayList<>();

  synchronized void enter(String name) {
    rooms.merge(name, 1, Integer::sum);  //~ data-race A: write; data-race B: write
    entries.add(name);  //~ data-race C: write
  }

  synchronized Set<String> names() {
    return rooms.keySet();
  }

  synchronized List<String> latest() {
    return entries.subList(Math.max(0, entries.size() - 2), entries.size());
  }

  public static void main(String[] arguments) {
    ViewGivenOutRacy hotel = new ViewGivenOutRacy();
    Thread guest = new Thread(() -> hotel.enter("guest"));
    guest.start();
    System.out.println(hotel.names());  //~ data-race A(rooms): read
    for (String name : hotel.names()) {  //~ data-race B(rooms): read
      System.out.println(name);
    }
    System.out.println("latest " + hotel.latest());  //~ data-race C(entries): read
  }
}
