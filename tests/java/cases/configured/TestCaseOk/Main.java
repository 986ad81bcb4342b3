package suite;

// The framework calls the test; the test waits for its thread.
public class Main {
  public static void main(String[] arguments) {
    Runner.add(new QueueTest());
  }
}
