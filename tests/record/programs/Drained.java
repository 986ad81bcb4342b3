// races: none
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** What is put into a queue and drained, or seen by going through a list, was there before. */
public class Drained {
  static class Box {
    int value;
  }

  static final LinkedBlockingQueue<Box> queue = new LinkedBlockingQueue<>();
  static final CopyOnWriteArrayList<Box> list = new CopyOnWriteArrayList<>();

  static Box make(int value) {
    Box box = new Box();
    box.value = value;
    return box;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      for (int each = 0; each < 20; each++) {
        queue.add(make(each));
        list.add(make(each));
      }
    });
    other.start();
    List<Box> taken = new ArrayList<>();
    while (taken.size() < 20) {
      if (queue.drainTo(taken) == 0) Thread.sleep(1);
    }
    int sum = 0;
    for (Box box : taken) sum += box.value;
    while (list.size() < 20) Thread.sleep(1);
    for (Box box : list) sum += box.value;
    System.out.println(sum);
    other.join();
  }
}
