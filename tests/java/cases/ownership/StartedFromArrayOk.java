// The threads are kept in an array and started from there; main does not touch what it gave them.
public class StartedFromArrayOk {
  static class Box {
    int value;
  }

  public static void main(String[] arguments) {
    Box box = new Box();
    box.value = 2;
    Thread[] threads = new Thread[1];
    threads[0] = new Thread(() -> box.value = 1);
    threads[0].start();
  }
}
