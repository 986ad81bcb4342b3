import java.util.ArrayList;
import java.util.List;

/** Each worker is joined before it is asked for its result, by a method. */
public class JoinThenGetterOk {
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
                sum += i;
            }
        }

        int sum() {
            return sum;
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
            worker.join();
            total += worker.sum();
        }
        System.out.println(total);
    }
}
