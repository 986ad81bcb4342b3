// races: java.util.EnumMap, java.util.IdentityHashMap, java.util.WeakHashMap
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Maps that are rarer than others, and promise threads as little. */
public class RacyMaps {
  enum Colour { RED, BLUE }

  static final Map<Colour, Integer> colours = new EnumMap<>(Colour.class);
  static final IdentityHashMap<String, Integer> identities = new IdentityHashMap<>();
  static final Map<String, Integer> weak = new WeakHashMap<>();

  static void put(Colour colour) {
    colours.put(colour, 1);
    identities.put(colour.name(), 1);
    weak.put(colour.name(), 1);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> put(Colour.RED));
    other.start();
    put(Colour.BLUE);
    other.join();
    System.out.println(colours.size() < 3);
  }
}
