// Each thread has a field of its own in the same object.
public class TwoFieldsOk {
  private int left;
  private int right;

  public static void main(String[] arguments) {
    TwoFieldsOk box = new TwoFieldsOk();
    new Thread(() -> box.left++).start();
    new Thread(() -> box.right++).start();
  }
}
