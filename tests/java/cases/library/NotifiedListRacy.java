import java.util.LinkedList;
import java.util.List;

// Who looks whether there is something holds nothing; to notify is to do nothing to the list.
public class NotifiedListRacy {
  final List<String> queue = new LinkedList<>();

  void put(String text) {
    synchronized (queue) {
      queue.add(text);  //~ data-race A: write
      queue.notifyAll();
    }
  }

  void await() throws InterruptedException {
    while (queue.isEmpty()) {  //~ data-race A: read
      synchronized (queue) {
        queue.wait(5);
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    NotifiedListRacy lists = new NotifiedListRacy();
    new Thread(() -> lists.put("a")).start();
    lists.await();
  }
}
