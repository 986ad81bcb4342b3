// Two threads of a subclass add to one counter, each under the lock of its class.
public class ThreadSubclassOk {
  static int count;

  static class Adder extends Thread {
    @Override
    public void run() {
      synchronized (Adder.class) {
        count++;
      }
    }
  }

  public static void main(String[] arguments) {
    new Adder().start();
    new Adder().start();
  }
}
