import java.util.ArrayList;
import java.util.List;

// Virtual threads kept in a list, of which nobody waits for the last.
public class StartedThreadsListRacy {
  private static int last;

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      threads.add(Thread.startVirtualThread(() -> last = number));  //~ data-race A*: write
    }
    for (int i = 0; i < threads.size() - 1; i++) {
      threads.get(i).join();
    }
    System.out.println(last);  //~ data-race A: read
  }
}
