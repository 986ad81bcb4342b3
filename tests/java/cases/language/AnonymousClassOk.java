// Two anonymous runnables, each with the state of its own door.
public class AnonymousClassOk {
  private String state;

  Runnable opener() {
    return new Runnable() {
      @Override
      public void run() {
        state = "open";
      }
    };
  }

  public static void main(String[] arguments) {
    new Thread(new AnonymousClassOk().opener()).start();
    new Thread(new AnonymousClassOk().opener()).start();
  }
}
