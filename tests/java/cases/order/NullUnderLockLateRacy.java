// What is done after the message was left may meet who finds it.
public class NullUnderLockLateRacy {
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
      box.put("done");
      total = 42;  //~ data-race A: write
    }).start();
    String message = box.get();
    System.out.println(message + total);  //~ data-race A: read
  }
}
