// One goes from the class to an object, the other from the object to the class. Nothing in the
// program names the class but its static synchronized methods.
public class StaticSynchronizedDeadlock {
  static int total;
  int mine;

  static synchronized void report(StaticSynchronizedDeadlock of) {
    total += of.mine();
  }

  synchronized int mine() {
    return mine;  //~ deadlock D: wants
  }

  synchronized void flush() {
    add(mine);
  }

  static synchronized void add(int amount) {
    total += amount;  //~ deadlock D: wants
  }

  public static void main(String[] arguments) {
    StaticSynchronizedDeadlock one = new StaticSynchronizedDeadlock();
    new Thread(() -> report(one)).start();
    new Thread(one::flush).start();
  }
}
