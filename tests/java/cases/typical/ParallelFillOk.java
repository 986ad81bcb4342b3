import java.util.stream.IntStream;

public class ParallelFillOk {
    private final int[] squares = new int[100];

    void fill() {
        IntStream.range(0, squares.length)
            .parallel()
            .forEach(i -> squares[i] = i * i);
    }

    public static void main(String[] args) {
        ParallelFillOk all = new ParallelFillOk();
        all.fill();
        System.out.println(all.squares[3]);
    }
}
