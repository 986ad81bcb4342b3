import java.util.List;
import java.util.stream.Collectors;

// The collector keeps a list for each thread and merges them.
public class ParallelCollectOk {
  private List<String> found;

  void search(List<String> words) {
    found = words.parallelStream().filter(word -> word.length() > 3).collect(Collectors.toList());
  }

  public static void main(String[] arguments) {
    ParallelCollectOk search = new ParallelCollectOk();
    search.search(List.of("warp", "weft", "heddle", "reed"));
    System.out.println(search.found);
  }
}
