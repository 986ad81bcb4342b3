// A default method of an interface changes what the classes keep.
public class DefaultMethodRacy {
  interface Counting {
    int[] counts();

    default void count() {
      counts()[0]++;  //~ data-race A([])*: read, write
    }
  }

  static class Page implements Counting {
    private final int[] counts = new int[1];

    @Override
    public int[] counts() {
      return counts;
    }
  }

  public static void main(String[] arguments) {
    Page page = new Page();
    new Thread(page::count).start();
    new Thread(page::count).start();
  }
}
