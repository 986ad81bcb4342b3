import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The task that is waited for runs in another executor's thread. */
public class OwnExecutorOk {
  static final ExecutorService ONE = Executors.newSingleThreadExecutor();
  static final ExecutorService OTHER = Executors.newSingleThreadExecutor();

  static int outer() throws Exception {
    Future<Integer> inner = OTHER.submit(OwnExecutorOk::inner);
    return inner.get();
  }

  static int inner() {
    return 1;
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(ONE.submit(OwnExecutorOk::outer).get());
    ONE.shutdown();
    OTHER.shutdown();
  }
}
