import java.util.stream.IntStream;

/** What is made of the numbers of a range may come twice. */
public class ParallelHalvedRacy {
    private final int[] counts = new int[50];

    void fill() {
        IntStream.range(0, 100)
            .map(i -> i / 2)
            .parallel()
            .forEach(i -> counts[i]++); //~ data-race A([])*: read, write
    }

    public static void main(String[] args) {
        ParallelHalvedRacy all = new ParallelHalvedRacy();
        all.fill();
        System.out.println(all.counts[3]);
    }
}
