// Two threads may both find the field empty.
public class LazyInitRacy {
  private Object cache;

  Object get() {
    if (cache == null) {     //~ data-race A: read
      cache = new Object();  //~ data-race A*: write
    }
    return cache;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    LazyInitRacy box = new LazyInitRacy();
    new Thread(box::get).start();
    new Thread(box::get).start();
  }
}
