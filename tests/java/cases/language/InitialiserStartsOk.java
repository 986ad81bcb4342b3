// The body of the lambda is a method of the class that is being initialised: the thread waits
// until the initialiser has ended.
public class InitialiserStartsOk {
  static class Log {
    static int lines;
  }

  static class Service {
    static {
      new Thread(() -> {
        Log.lines++;
      }).start();
      Log.lines = 10;
    }

    static void use() { }
  }

  public static void main(String[] arguments) {
    Service.use();
  }
}
