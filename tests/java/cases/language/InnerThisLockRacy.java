// The inner objects lock themselves, and change the outer one.
public class InnerThisLockRacy {
  private int count;

  class Adder implements Runnable {
    @Override
    public void run() {
      synchronized (this) {
        count++;  //~ data-race A*: read, write
      }
    }
  }

  void go() {
    new Thread(new Adder()).start();
    new Thread(new Adder()).start();
  }

  public static void main(String[] arguments) {
    new InnerThisLockRacy().go();
  }
}
