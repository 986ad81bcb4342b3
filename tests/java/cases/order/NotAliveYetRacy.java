// A thread that was not started yet is not alive.
public class NotAliveYetRacy {
  static int result;
  static final Thread WORKER = new Thread(NotAliveYetRacy::work);

  static void work() {
    result = 42;  //~ data-race A: write
  }

  static void look() {
    if (!WORKER.isAlive()) {
      System.out.println(result);  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    new Thread(NotAliveYetRacy::look).start();
    WORKER.start();
  }
}
