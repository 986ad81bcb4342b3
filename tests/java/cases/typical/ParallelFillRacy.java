import java.util.stream.IntStream;

public class ParallelFillRacy {
    private final int[] buckets = new int[10];

    void fill() {
        IntStream.range(0, 100)
            .parallel()
            .forEach(i -> buckets[i % 10]++); //~ data-race A([])*: read, write
    }

    public static void main(String[] args) {
        ParallelFillRacy all = new ParallelFillRacy();
        all.fill();
        System.out.println(all.buckets[3]);
    }
}
