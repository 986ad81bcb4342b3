import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks hand in tasks; all of them ask one set what was seen.
public class CrawlerRacy {
  private static final Map<String, List<String>> LINKS =
      Map.of("a", List.of("b", "c"), "b", List.of("c"), "c", List.of("a"));

  private final ExecutorService pool = Executors.newFixedThreadPool(4);
  private final Set<String> seen = new HashSet<>();

  void visit(String page) {
    if (!seen.add(page)) return;  //~ data-race A(seen)*: write
    for (String next : LINKS.get(page)) pool.execute(() -> visit(next));
  }

  public static void main(String[] arguments) throws InterruptedException {
    CrawlerRacy crawler = new CrawlerRacy();
    crawler.visit("a");
    Thread.sleep(50);
    System.out.println(crawler.seen.size());  //~ data-race A(seen): read
    crawler.pool.shutdown();
  }
}
