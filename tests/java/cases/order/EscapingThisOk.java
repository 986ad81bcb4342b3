// The constructor starts the thread as the last thing it does.
public class EscapingThisOk {
  private int size;

  EscapingThisOk() {
    size = 10;
    new Thread(this::show).start();
  }

  void show() {
    System.out.println(size);
  }

  public static void main(String[] arguments) {
    new EscapingThisOk();
  }
}
