import java.util.stream.IntStream;

/** Two threads go through the same numbers at once. */
public class ParallelTwiceRacy {
    private final int[] counts = new int[50];

    void fill() {
        IntStream.range(0, 50)
            .parallel()
            .forEach(i -> counts[i]++); //~ data-race A([])*: read, write
    }

    public static void main(String[] args) throws InterruptedException {
        ParallelTwiceRacy all = new ParallelTwiceRacy();
        Thread other = new Thread(all::fill);
        other.start();
        all.fill();
        other.join();
        System.out.println(all.counts[3]);
    }
}
