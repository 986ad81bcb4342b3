// The method has the name of the one of Runnable, but is no Runnable's.
public class SameNameReferenceRacy {
    static class Job {
        private int state;
        private int result;

        int state() { return state; } //~ data-race A: read

        void run() {
            result = 42; //~ data-race B: write
            state = 2; //~ data-race A: write
        }
    }

    public static void main(String[] args) {
        Job job = new Job();
        new Thread(job::run).start();
        while (job.state() != 2) Thread.onSpinWait();
        System.out.println(job.result); //~ data-race B: read
    }
}
