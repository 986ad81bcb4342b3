import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The tasks exclude each other, not main.
public class SerialAndMainRacy {
  static int done;

  public static void main(String[] arguments) {
    ExecutorService one = Executors.newSingleThreadExecutor();
    one.execute(() -> {
      done++;  //~ data-race A: write
    });
    one.execute(() -> {
      done++;  //~ data-race B: write
    });
    System.out.println(done);  //~ data-race A: read; data-race B: read
    one.shutdown();
  }
}
