// Everybody goes from the object to the class.
public class StaticSynchronizedOk {
  static int total;
  int mine;

  synchronized void report() {
    mine++;
    add(mine);
  }

  synchronized void flush() {
    add(mine);
    mine = 0;
  }

  static synchronized void add(int amount) {
    total += amount;
  }

  public static void main(String[] arguments) {
    StaticSynchronizedOk one = new StaticSynchronizedOk();
    new Thread(one::report).start();
    new Thread(one::flush).start();
  }
}
