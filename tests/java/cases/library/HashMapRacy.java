import java.util.HashMap;
import java.util.Map;

// Two threads in one HashMap.
public class HashMapRacy {
  private final Map<String, Integer> ages = new HashMap<>();

  void add(String name) {
    ages.put(name, 1);  //~ data-race A*: write
  }

  Integer find(String name) {
    return ages.get(name);  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    HashMapRacy people = new HashMapRacy();
    new Thread(() -> people.add("ada")).start();
    new Thread(() -> people.add("grace")).start();
    System.out.println(people.find("ada"));
  }
}
