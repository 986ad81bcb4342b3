// getClass() is another lock in each subclass.
public class GetClassLockRacy {
  static int value;

  static class Base implements Runnable {
    @Override
    public void run() {
      synchronized (getClass()) {
        value++;  //~ data-race A*: read, write
      }
    }
  }

  static class Left extends Base { }

  static class Right extends Base { }

  public static void main(String[] arguments) {
    new Thread(new Left()).start();
    new Thread(new Right()).start();
  }
}
