// A generic box, behind a generic interface.
public class GenericBoxRacy {
  interface Cell<T> {
    void put(T next);

    T get();
  }

  static class Box<T> implements Cell<T> {
    private T value;

    @Override
    public void put(T next) {
      value = next;  //~ data-race A: write
    }

    @Override
    public T get() {
      return value;  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    Cell<String> cell = new Box<>();
    new Thread(() -> cell.put("warp")).start();
    System.out.println(cell.get());
  }
}
