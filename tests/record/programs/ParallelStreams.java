// races: none
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parts of parallel streams that are put together. */
public class ParallelStreams {
  static class Box {
    int value;

    Box(int value) {
      this.value = value;
    }
  }

  public static void main(String[] arguments) {
    int[] squares = new int[1000];
    IntStream.range(0, 1000).parallel().forEach(each -> squares[each] = each * each);
    int sum = 0;
    for (int each : squares) sum += each % 10;
    List<Box> boxes =
        IntStream.range(0, 1000).parallel().mapToObj(Box::new).collect(Collectors.toList());
    for (Box box : boxes) box.value++;
    ArrayList<Integer> values =
        boxes.parallelStream().map(box -> box.value).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    System.out.println(sum + " " + values.size() + " " + values.get(999));
  }
}
