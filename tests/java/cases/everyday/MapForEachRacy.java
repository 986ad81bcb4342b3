import java.util.concurrent.ConcurrentHashMap;

// forEach of a concurrent map with a threshold runs in parallel.
public class MapForEachRacy {
  private final ConcurrentHashMap<String, Integer> stock = new ConcurrentHashMap<>();
  private int total;

  int total() {
    stock.forEach(1, (name, count) -> total += count);  //~ data-race A*: read, write
    return total;
  }

  public static void main(String[] arguments) {
    MapForEachRacy shop = new MapForEachRacy();
    shop.stock.put("apple", 3);
    shop.stock.put("pear", 4);
    System.out.println(shop.total());
  }
}
