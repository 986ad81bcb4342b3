// The second thread is started when the first has been joined.
public class JoinedFirstOk {
  static int rows;

  static void add() {
    rows++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = new Thread(JoinedFirstOk::add);
    Thread second = new Thread(JoinedFirstOk::add);
    first.start();
    first.join();
    second.start();
    second.join();
    System.out.println(rows);
  }
}
