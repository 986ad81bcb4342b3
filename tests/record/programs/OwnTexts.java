// races: none
import java.util.ArrayList;
import java.util.List;

/** A text that is put together under a lock, texts of one thread each, and one that is handed over with its thread. */
public class OwnTexts {
  static final StringBuilder text = new StringBuilder();

  static void work(StringBuilder given) {
    given.append("given");
    StringBuilder own = new StringBuilder("a");
    own.append(own.length()).setLength(1);
    synchronized (text) {
      text.append(own).append(new StringBuilder().append(own).append('b').toString());
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<StringBuilder> given = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int each = 0; each < 3; each++) {
      StringBuilder mine = new StringBuilder().append(each);
      given.add(mine);
      threads.add(new Thread(() -> work(mine)));
    }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    System.out.println(text + " " + given.get(2).reverse());
  }
}
