import java.util.LinkedList;
import java.util.List;

// The list is filled before anybody else has it; then it only serves as a monitor.
public class NotifiedListOk {
  final List<String> queue = new LinkedList<>();

  void tell() {
    synchronized (queue) {
      queue.notifyAll();
    }
  }

  void await() throws InterruptedException {
    for (int i = 0; i < queue.size(); i++) {
      synchronized (queue) {
        queue.wait(5);
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    NotifiedListOk lists = new NotifiedListOk();
    lists.queue.add("a");
    new Thread(lists::tell).start();
    lists.await();
  }
}
