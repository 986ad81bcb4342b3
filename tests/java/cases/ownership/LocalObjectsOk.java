import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// Collections that never leave the method, in several threads at once.
public class LocalObjectsOk implements Runnable {
  @Override
  public void run() {
    List<Integer> numbers = new ArrayList<>();
    Map<Integer, String> names = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      numbers.add(i);
      names.put(i, "n" + i);
    }
    System.out.println(numbers.size() + names.size());
  }

  public static void main(String[] arguments) {
    Runnable work = new LocalObjectsOk();
    new Thread(work).start();
    new Thread(work).start();
  }
}
