// races: VirtualThreads.racy
import java.lang.reflect.Method;

/** Virtual threads, where the JDK has them: what starts and joins them orders. */
public class VirtualThreads {
  static int before, inside, racy;

  static Thread start(Runnable task) throws Exception {
    for (Method method : Thread.class.getMethods())
      if (method.getName().equals("startVirtualThread")) return (Thread) method.invoke(null, task);
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  public static void main(String[] arguments) throws Exception {
    before = 1;
    Thread one = start(() -> inside = before);
    one.join();
    int got = inside;
    Thread two = start(() -> racy = 1);
    boolean isSmall = racy < 2;
    two.join();
    System.out.println(got + " " + isSmall + " " + racy);
  }
}
