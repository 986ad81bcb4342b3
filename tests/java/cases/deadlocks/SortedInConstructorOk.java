/** The constructor puts the fork with the smaller number first. */
public class SortedInConstructorOk {
    static class Fork {
        final int id;

        Fork(int id) {
            this.id = id;
        }
    }

    static class Philosopher extends Thread {
        private final Fork first, second;

        Philosopher(Fork left, Fork right) {
            if (left.id < right.id) {
                first = left;
                second = right;
            } else {
                first = right;
                second = left;
            }
        }

        Philosopher(Fork[] forks, int at) {
            this(forks[at], forks[(at + 1) % forks.length]);
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    System.out.println("eats");
                }
            }
        }
    }

    public static void main(String[] args) {
        Fork[] forks = new Fork[5];
        for (int i = 0; i < 5; i++) {
            forks[i] = new Fork(i);
        }
        new Philosopher(forks[0], forks[1]).start();
        for (int i = 1; i < 5; i++) {
            new Philosopher(forks, i).start();
        }
    }
}
