// The lock is the number that is counted: each time another object.
public class BoxedLockRacy {
  private Integer visitors = 0;

  void enter() {
    synchronized (visitors) {  //~ data-race A*: read
      visitors = visitors + 1;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    BoxedLockRacy museum = new BoxedLockRacy();
    for (int i = 0; i < 3; i++) new Thread(museum::enter).start();
  }
}
