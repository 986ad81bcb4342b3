// The class is named, so it is one lock for all subclasses.
public class ClassLiteralLockOk {
  static int value;

  static class Base implements Runnable {
    @Override
    public void run() {
      synchronized (Base.class) {
        value++;
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
