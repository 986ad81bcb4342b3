/** `job::work` names the method of the interface; what runs is the one of the class. */
public class OverriddenReferenceRacy {
  interface Job {
    void work();
  }

  static class Count implements Job {
    int done;

    @Override public void work() {
      done++;  //~ data-race A*: read, write
    }
  }

  static abstract class Machine {
    int state;

    Machine() {
      new Thread(this::run).start();
    }

    abstract void run();
  }

  static class Motor extends Machine {
    private int speed = 4;  //~ data-race B: write

    @Override void run() {
      System.out.println(speed);  //~ data-race B: read
    }
  }

  static void start(Job job) {
    new Thread(job::work).start();
  }

  public static void main(String[] arguments) {
    Count count = new Count();
    start(count);
    start(count);
    new Motor();
  }
}
