// One runnable, two threads: its field is shared.
public class RunnableTargetRacy implements Runnable {
  private int runs;

  @Override
  public void run() {
    runs = runs + 1;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    RunnableTargetRacy target = new RunnableTargetRacy();
    new Thread(target).start();
    new Thread(target).start();
  }
}
