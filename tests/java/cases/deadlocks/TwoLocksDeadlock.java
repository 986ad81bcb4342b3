// Left then right, and right then left.
public class TwoLocksDeadlock {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void forth() {
    synchronized (LEFT) {     //~ deadlock A: holds
      synchronized (RIGHT) {  //~ deadlock A: wants
        System.out.println("forth");
      }
    }
  }

  static void back() {
    synchronized (RIGHT) {   //~ deadlock A: holds
      synchronized (LEFT) {  //~ deadlock A: wants
        System.out.println("back");
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(TwoLocksDeadlock::forth).start();
    new Thread(TwoLocksDeadlock::back).start();
  }
}
