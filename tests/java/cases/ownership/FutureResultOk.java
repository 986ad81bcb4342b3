import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// The task makes an object and gives it away through its future.
public class FutureResultOk {
  static class Page {
    int words;
  }

  static Page load() {
    Page page = new Page();
    page.words = 10;
    return page;
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Page> first = pool.submit(FutureResultOk::load);
    Future<Page> second = pool.submit(FutureResultOk::load);
    Page page = first.get();
    page.words += second.get().words;
    System.out.println(page.words);
    pool.shutdown();
  }
}
