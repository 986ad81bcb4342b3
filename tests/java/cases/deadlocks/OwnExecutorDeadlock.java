import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task waits for one that the same thread can only run afterwards. */
public class OwnExecutorDeadlock {
  static final ExecutorService ONE = Executors.newSingleThreadExecutor();

  static int outer() throws Exception {
    Future<Integer> inner = ONE.submit(OwnExecutorDeadlock::inner);
    return inner.get();  //~ deadlock A: wants
  }

  static int inner() {
    return 1;  //~ deadlock A: wants
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(ONE.submit(OwnExecutorDeadlock::outer).get());
    ONE.shutdown();
  }
}
