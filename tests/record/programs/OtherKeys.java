// races: OtherKeys.beside, OtherKeys.element
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Neither another key of a map nor another element of an atomic array orders anything. */
public class OtherKeys {
  static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
  static final AtomicIntegerArray array = new AtomicIntegerArray(2);
  static int beside, element;

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      beside = 1;
      map.put("one", 1);
      element = 1;
      array.set(0, 1);
    });
    other.start();
    Thread.sleep(300);
    map.put("two", 2);
    int read = map.get("two") + beside;
    array.incrementAndGet(1);
    read += array.get(1) + element;
    other.join();
    System.out.println(read > 0);
  }
}
