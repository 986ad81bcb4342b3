import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;

public class CrawlerOk {
  private static final Map<String, List<String>> LINKS =
      Map.of("a", List.of("b", "c"), "b", List.of("c"), "c", List.of("a"));

  private final ExecutorService pool = Executors.newFixedThreadPool(4);
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Phaser pages = new Phaser(1);

  void visit(String page) {
    if (!seen.add(page)) return;
    for (String next : LINKS.get(page)) {
      pages.register();
      pool.execute(() -> {
        visit(next);
        pages.arriveAndDeregister();
      });
    }
  }

  public static void main(String[] arguments) {
    CrawlerOk crawler = new CrawlerOk();
    crawler.visit("a");
    crawler.pages.arriveAndAwaitAdvance();
    System.out.println(crawler.seen.size());
    crawler.pool.shutdown();
  }
}
