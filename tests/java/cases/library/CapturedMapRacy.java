import java.util.Map;
import java.util.TreeMap;

// No field holds the map: it is a local variable of main.
public class CapturedMapRacy {
  public static void main(String[] arguments) {
    Map<Integer, String> names = new TreeMap<>();
    new Thread(() -> names.put(1, "ada")).start();  //~ data-race A: write
    System.out.println(names.size());               //~ data-race A: read
  }
}
