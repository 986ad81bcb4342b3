import java.util.concurrent.CyclicBarrier;

public class RoundsByNumberOk {
    private static final int N = 3;
    private final int[] parts = new int[N];
    private int total;
    private final CyclicBarrier barrier = new CyclicBarrier(N, this::sum);

    private void sum() {
        total = 0;
        for (int part : parts) //~ FP data-race A([]): read -- a barrier runs its action itself
            total += part;
    }

    private void work(int id) {
        try {
            for (int round = 0; round < 2; round++) {
                parts[id] = id * round; //~ FP data-race A([]): write
                barrier.await();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        RoundsByNumberOk rounds = new RoundsByNumberOk();
        for (int i = 0; i < N; i++) {
            int id = i;
            new Thread(() -> rounds.work(id)).start();
        }
    }
}
