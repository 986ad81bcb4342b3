// Each instance has a lock of its own; the counter is one for all.
public class InstanceLockOnStaticRacy implements Runnable {
  static int total;

  @Override
  public synchronized void run() {
    total++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(new InstanceLockOnStaticRacy()).start();
    new Thread(new InstanceLockOnStaticRacy()).start();
  }
}
