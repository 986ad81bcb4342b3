// races: FirstValues$Counter.shared
/** What each thread keeps for itself is one object at first, or is not. */
public class FirstValues {
  static class Counter {
    int own, shared;
  }

  static final Counter ONE = new Counter();
  static final ThreadLocal<Counter> OWN = ThreadLocal.withInitial(Counter::new);
  static final ThreadLocal<Counter> SAME = ThreadLocal.withInitial(() -> ONE);

  static void work() {
    OWN.get().own++;
    SAME.get().shared++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(FirstValues::work);
    other.start();
    work();
    other.join();
    System.out.println(OWN.get().own);
  }
}
