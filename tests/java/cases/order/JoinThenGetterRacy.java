import java.util.ArrayList;
import java.util.List;

/** Each worker is asked for its result, by a method, and joined then. */
public class JoinThenGetterRacy {
    static class Worker extends Thread {
        private final int from, to;
        private int sum;

        Worker(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                sum += i; //~ data-race A(sum): write
            }
        }

        int sum() {
            return sum; //~ data-race A(sum): read
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Worker worker = new Worker(i * 10, (i + 1) * 10);
            workers.add(worker);
            worker.start();
        }
        int total = 0;
        for (Worker worker : workers) {
            total += worker.sum();
            worker.join();
        }
        System.out.println(total);
    }
}
