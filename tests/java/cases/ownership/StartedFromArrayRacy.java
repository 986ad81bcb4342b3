// The threads are kept in an array and started from there; main goes on with what it gave them.
public class StartedFromArrayRacy {
  static class Box {
    int value;
  }

  public static void main(String[] arguments) {
    Box box = new Box();
    Thread[] threads = new Thread[1];
    threads[0] = new Thread(() -> box.value = 1);  //~ data-race A: write
    threads[0].start();
    box.value = 2;  //~ data-race A: write
  }
}
