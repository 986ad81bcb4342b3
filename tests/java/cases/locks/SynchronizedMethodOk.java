// All methods that touch the field are synchronized; a private one is called by them only.
public class SynchronizedMethodOk {
  private int size;

  synchronized void add() {
    change(1);
  }

  synchronized int size() {
    return size;
  }

  private void change(int by) {
    size += by;
  }

  public static void main(String[] arguments) {
    SynchronizedMethodOk list = new SynchronizedMethodOk();
    new Thread(list::add).start();
    new Thread(list::add).start();
    System.out.println(list.size());
  }
}
