import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

// Copies are given out; the view itself only to who holds the lock.
class ViewGivenOutOk {
  private final Map<String, Integer> rooms = new HashMap<>();
  private final List<String> entries = new ArrayList<>();

  synchronized void enter(String name) {
    rooms.merge(name, 1, Integer::sum);
    entries.add(name);
  }

  private Set<String> names() {
    return rooms.keySet();
  }

  synchronized String all() {
    StringBuilder text = new StringBuilder();
    for (String name : names()) text.append(name);
    return text + " " + names();
  }

  synchronized List<String> latest() {
    return new ArrayList<>(entries.subList(Math.max(0, entries.size() - 2), entries.size()));
  }

  public static void main(String[] arguments) {
    ViewGivenOutOk hotel = new ViewGivenOutOk();
    Thread guest = new Thread(() -> hotel.enter("guest"));
    guest.start();
    System.out.println(hotel.all());
    System.out.println("latest " + hotel.latest());
  }
}
