// As above, with a job of its own for each thread, of which main keeps off.
public class SameNameReferenceOk {
    static class Job implements Runnable {
        private int state;

        @Override public void run() { state = 2; }
    }

    public static void main(String[] args) throws Exception {
        Job job = new Job();
        job.state = 1;
        Thread thread = new Thread(job::run);
        thread.start();
        Job other = new Job();
        other.run();
        thread.join();
        System.out.println(job.state + other.state);
    }
}
