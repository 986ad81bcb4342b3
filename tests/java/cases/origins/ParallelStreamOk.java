import java.util.stream.IntStream;

// A parallel reduction without side effects, and a sequential stream with them.
public class ParallelStreamOk {
  static int sum;

  public static void main(String[] arguments) {
    sum = IntStream.range(0, 1000).parallel().map(i -> i * i).sum();
    IntStream.range(0, 10).forEach(i -> sum += i);
    System.out.println(sum);
  }
}
