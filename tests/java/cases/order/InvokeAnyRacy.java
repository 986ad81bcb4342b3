import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// invokeAny comes back when one task is done; the other may go on.
public class InvokeAnyRacy {
  static int size;

  static Integer slow() {
    size = 3;  //~ data-race A: write
    return 3;
  }

  static Integer fast() {
    return 4;
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.invokeAny(List.of(InvokeAnyRacy::slow, InvokeAnyRacy::fast));
    System.out.println(size);  //~ data-race A: read
    pool.shutdown();
  }
}
