public class RoundsByNumberRacy {
    private final int[] parts = new int[4];
    private final int[] halves = new int[4];

    private void work(int id) {
        parts[id]++; //~ data-race A([])*: read, write
    }

    private void share(int half) {
        halves[half]++; //~ data-race B([])*: read, write
    }

    public static void main(String[] args) {
        RoundsByNumberRacy rounds = new RoundsByNumberRacy();
        for (int i = 0; i < 4; i++) {
            int id = i;
            new Thread(() -> {
                rounds.work(id);
                rounds.share(id / 2);
            }).start();
        }
        rounds.work(0);
    }
}
