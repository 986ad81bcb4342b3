// The holder's initialiser runs once, when someone first asks; the instance locks itself.
public class SingletonHolderOk {
  private int asked;

  private static class Holder {
    static final SingletonHolderOk INSTANCE = new SingletonHolderOk();
  }

  static SingletonHolderOk get() {
    return Holder.INSTANCE;
  }

  synchronized void ask() {
    asked++;
  }

  public static void main(String[] arguments) {
    new Thread(() -> get().ask()).start();
    new Thread(() -> get().ask()).start();
  }
}
