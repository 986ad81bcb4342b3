// Each thread has a runnable of its own.
public class RunnableTargetOk implements Runnable {
  private int runs;

  @Override
  public void run() {
    runs = runs + 1;
  }

  public static void main(String[] arguments) {
    new Thread(new RunnableTargetOk()).start();
    new Thread(new RunnableTargetOk()).start();
  }
}
