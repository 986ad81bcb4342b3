import java.util.ArrayList;
import java.util.List;

// Two readers by one `new`; and one counter, made once, that two threads run: each is begun twice.
public class StagesTwiceRacy {
  static int pages;

  static class Reader extends Thread {
    @Override
    public void run() {
      pages++;  //~ data-race A*: read, write
    }
  }

  static class Counter implements Runnable {
    private int count;

    @Override
    public void run() {
      count++;  //~ data-race B*: read, write
    }
  }

  static Reader reader() {
    return new Reader();
  }

  public static void main(String[] arguments) {
    List<Thread> threads = new ArrayList<>();
    threads.add(reader());
    threads.add(reader());
    Counter counter = new Counter();
    threads.add(new Thread(counter));
    threads.add(new Thread(counter));
    for (Thread thread : threads) {
      thread.start();
    }
  }
}
