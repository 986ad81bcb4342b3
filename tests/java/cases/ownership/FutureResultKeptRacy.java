import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// The task gives the same object to each that asks, and counts on it.
public class FutureResultKeptRacy {
  static class Page {
    int readers;
  }

  static final Page PAGE = new Page();

  static Page load() {
    PAGE.readers++;  //~ data-race A*: read, write
    return PAGE;
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Page> first = pool.submit(FutureResultKeptRacy::load);
    Future<Page> second = pool.submit(FutureResultKeptRacy::load);
    first.get();
    second.get();
    System.out.println(PAGE.readers);
    pool.shutdown();
  }
}
