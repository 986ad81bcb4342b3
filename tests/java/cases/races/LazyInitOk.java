// The lazy field is filled under the lock.
public class LazyInitOk {
  private Object cache;

  synchronized Object get() {
    if (cache == null) {
      cache = new Object();
    }
    return cache;
  }

  public static void main(String[] arguments) {
    LazyInitOk box = new LazyInitOk();
    new Thread(box::get).start();
    new Thread(box::get).start();
  }
}
