import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelReduceOk {
  static class Tally {
    final int digit;
    long count;
    Tally(int digit) { this.digit = digit; }
  }

  public static void main(String[] arguments) {
    int sum = IntStream.rangeClosed(1, 1000).parallel().map(i -> i * i).sum();
    Map<Integer, Long> counts = IntStream.range(0, 100).boxed().parallel()
        .collect(Collectors.groupingBy(i -> i % 10, Collectors.counting()));
    List<Tally> tallies = counts.entrySet().stream().map(e -> {
      Tally tally = new Tally(e.getKey());
      tally.count = e.getValue();
      return tally;
    }).collect(Collectors.toList());
    System.out.println(sum + " " + tallies.get(0).count);
  }
}
