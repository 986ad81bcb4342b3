// Two threads of a subclass add to one counter.
public class ThreadSubclassRacy {
  static int count;

  static class Adder extends Thread {
    @Override
    public void run() {
      count++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Adder().start();
    new Adder().start();
  }
}
