import java.util.concurrent.ConcurrentHashMap;

// forEach of a concurrent map with a threshold runs in parallel.
public class MapForEachOk {
  private final ConcurrentHashMap<String, Integer> stock = new ConcurrentHashMap<>();
  private int total;

  int total() {
    stock.forEach((name, count) -> total += count);
    return total + stock.reduceValuesToInt(1, count -> count, 0, Integer::sum);
  }

  public static void main(String[] arguments) {
    MapForEachOk shop = new MapForEachOk();
    shop.stock.put("apple", 3);
    shop.stock.put("pear", 4);
    System.out.println(shop.total());
  }
}
