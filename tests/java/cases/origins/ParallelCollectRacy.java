import java.util.ArrayList;
import java.util.List;

// A parallel stream fills a list that is made for one thread.
public class ParallelCollectRacy {
  private final List<String> found = new ArrayList<>();

  void search(List<String> words) {
    words.parallelStream().filter(word -> word.length() > 3).forEach(word -> {
      found.add(word);  //~ data-race A*: write
    });
  }

  public static void main(String[] arguments) {
    ParallelCollectRacy search = new ParallelCollectRacy();
    search.search(List.of("warp", "weft", "heddle", "reed"));
    System.out.println(search.found);
  }
}
