import java.util.concurrent.FutureTask;

// A FutureTask run by a thread of its own.
public class FutureTaskOk {
  static int pages;

  public static void main(String[] arguments) throws Exception {
    FutureTask<String> task = new FutureTask<>(() -> {
      pages = 12;
      return "done";
    });
    new Thread(task).start();
    System.out.println(task.get() + pages);
  }
}
