// A static synchronized method locks the class, and so does the block.
public class StaticSynchronizedOk {
  static int total;

  static synchronized void add() {
    total++;
  }

  public static void main(String[] arguments) {
    new Thread(StaticSynchronizedOk::add).start();
    synchronized (StaticSynchronizedOk.class) {
      total++;
    }
  }
}
