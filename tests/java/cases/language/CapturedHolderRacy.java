// A counter in an array that a lambda captures, since it may not change a local.
public class CapturedHolderRacy {
  public static void main(String[] arguments) throws InterruptedException {
    int[] count = {0};
    Runnable add = () -> {
      for (int i = 0; i < 100; i++) {
        count[0]++;  //~ data-race A([])*: read, write
      }
    };
    Thread first = new Thread(add);
    Thread second = new Thread(add);
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(count[0]);
  }
}
