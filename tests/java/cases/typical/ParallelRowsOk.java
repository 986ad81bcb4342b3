import java.util.Arrays;
import java.util.stream.IntStream;

/** Each number of a range is given to one run only, whatever was done to the stream before. */
public class ParallelRowsOk {
    private final int[][] rows = new int[20][10];
    private final int[] sums = new int[20];
    private final int[] doubled = new int[20];

    private void fillRow(int row) {
        for (int column = 0; column < rows[row].length; column++) {
            rows[row][column] = row * column;
            sums[row] += column;
        }
    }

    void fill() {
        IntStream.rangeClosed(0, 19).parallel().filter(i -> i % 2 == 0).forEach(i -> fillRow(i));
        int[] copy = new int[20];
        Arrays.parallelSetAll(copy, i -> doubled[i] = i * 2);
        System.out.println(copy[3]);
    }

    public static void main(String[] args) {
        ParallelRowsOk all = new ParallelRowsOk();
        for (int round = 0; round < 3; round++) all.fill();
        System.out.println(all.sums[3]);
    }
}
