// Who finds the message comes after all that was done before it was left.
public class NullUnderLockOk {
  static class Box {
    private String message;

    synchronized void put(String text) {
      message = text;
      notifyAll();
    }

    synchronized String get() throws InterruptedException {
      while (message == null) {
        wait();
      }
      return message;
    }
  }

  static int total;

  public static void main(String[] arguments) throws InterruptedException {
    Box box = new Box();
    new Thread(() -> {
      total = 42;
      box.put("done");
    }).start();
    String message = box.get();
    System.out.println(message + total);
  }
}
