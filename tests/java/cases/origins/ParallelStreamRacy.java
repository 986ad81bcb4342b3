import java.util.stream.IntStream;

// The body of a parallel forEach adds to a field; only afterwards main may look.
public class ParallelStreamRacy {
  static int sum;

  public static void main(String[] arguments) {
    IntStream.range(0, 1000).parallel().forEach(i -> {
      sum += i;  //~ data-race A*: read, write
    });
    System.out.println(sum);
  }
}
