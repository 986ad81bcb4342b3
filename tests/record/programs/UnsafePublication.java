// races: UnsafePublication.current, UnsafePublication$Box.value
public class UnsafePublication {
  static Box current;

  static class Box {
    int value;
    final int constant;

    Box(int value) {
      this.value = value;
      constant = value;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Thread reader = new Thread(() -> {
      for (int each = 0; each < 1_000_000; each++) {
        Box box = current;
        if (box != null) {
          box.value += box.constant;
          return;
        }
        Thread.yield();
      }
    });
    reader.start();
    current = new Box(5);
    reader.join();
    System.out.println("done");
  }
}
