// An initialiser starts a thread, which touches another class, and goes on.
public class InitialiserStartsRacy {
  static class Log {
    static int lines;
  }

  static class Worker implements Runnable {
    @Override
    public void run() {
      Log.lines++;  //~ data-race A: read, write
    }
  }

  static class Service {
    static {
      new Thread(new Worker()).start();
      Log.lines = 10;  //~ data-race A: write
    }

    static void use() { }
  }

  public static void main(String[] arguments) {
    Service.use();
  }
}
