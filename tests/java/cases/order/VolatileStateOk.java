// A volatile state that only goes on; asked through a method.
public class VolatileStateOk {
  enum State { NEW, READY, DONE }

  static class Job {
    private volatile State state = State.NEW;
    private int result;

    boolean isDone() {
      return state == State.DONE;
    }

    State state() {
      return state;
    }

    void run() {
      state = State.READY;
      result = 42;
      state = State.DONE;
    }
  }

  public static void main(String[] arguments) {
    Job job = new Job();
    new Thread(job::run).start();
    while (job.state() != State.DONE) {
      Thread.onSpinWait();
    }
    System.out.println(job.result);
  }
}
