public class LazyHolderOk {
  private int hits;

  private LazyHolderOk() { }

  private static class Holder {
    static final LazyHolderOk INSTANCE = new LazyHolderOk();
  }

  static LazyHolderOk instance() { return Holder.INSTANCE; }

  synchronized int hit() { return ++hits; }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) new Thread(() -> System.out.println(instance().hit())).start();
  }
}
