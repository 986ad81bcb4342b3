// An inner class locks its outer object.
public class InnerClassOk {
  private int count;

  class Adder implements Runnable {
    @Override
    public void run() {
      synchronized (InnerClassOk.this) {
        count++;
      }
    }
  }

  void go() {
    new Thread(new Adder()).start();
    new Thread(new Adder()).start();
  }

  public static void main(String[] arguments) {
    new InnerClassOk().go();
  }
}
