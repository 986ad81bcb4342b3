import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The same method of the same object, handed to a pool twice.
public class MethodReferenceTaskRacy {
  private int hits;

  void hit() {
    hits++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    MethodReferenceTaskRacy page = new MethodReferenceTaskRacy();
    ExecutorService pool = Executors.newCachedThreadPool();
    pool.submit(page::hit);
    pool.submit(page::hit);
    pool.shutdown();
  }
}
