// A field of a thread object that its constructor does not fill, but the one who started it.
public class ThreadSetAfterStartRacy {
  static class Worker extends Thread {
    private int base;

    Worker(String name) {
      super(name);
    }

    @Override
    public void run() {
      if (base > 1) System.out.println("late");  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      Worker worker = new Worker("worker " + i);
      worker.start();
      worker.base = i;  //~ data-race A: write
    }
  }
}
