package suite;

// The framework calls the test; the test starts a thread and looks too early.
public class Main {
  public static void main(String[] arguments) {
    Runner.add(new QueueTest());
  }
}
