import java.util.stream.IntStream;

public class ParallelStreamSumRacy {
  private int sum;

  public static void main(String[] arguments) {
    ParallelStreamSumRacy it = new ParallelStreamSumRacy();
    IntStream.range(0, 1000).parallel().forEach(i -> it.sum += i);  //~ data-race A*: read, write
    System.out.println(it.sum);
  }
}
