// The same text is the same object.
public class InternedLockOk {
  private static int count;

  static class First extends Thread {
    @Override
    public void run() {
      synchronized ("count") {
        count++;
      }
    }
  }

  static class Second extends Thread {
    @Override
    public void run() {
      synchronized ("count") {
        count++;
      }
    }
  }

  public static void main(String[] arguments) {
    new First().start();
    new Second().start();
  }
}
