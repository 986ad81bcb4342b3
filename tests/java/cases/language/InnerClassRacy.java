// An inner class changes the fields of its outer object.
public class InnerClassRacy {
  private int count;

  class Adder implements Runnable {
    @Override
    public void run() {
      count++;  //~ data-race A*: read, write
    }
  }

  void go() {
    new Thread(new Adder()).start();
    new Thread(new Adder()).start();
  }

  public static void main(String[] arguments) {
    new InnerClassRacy().go();
  }
}
