/** Two fields of one object, locked in the order of their numbers. */
public class SortedFieldsOk {
    static class Fork {
        final int id;

        Fork(int id) {
            this.id = id;
        }
    }

    static class Philosopher extends Thread {
        private final Fork left, right;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            Fork first = left.id < right.id ? left : right;
            Fork second = left.id < right.id ? right : left;
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
        for (int i = 0; i < 5; i++) {
            new Philosopher(forks[i], forks[(i + 1) % 5]).start();
        }
    }
}
