// Nobody writes once the threads run.
public class OnlyReadsOk {
  private int width;
  private final int[] table = new int[4];

  int area() {
    return width * table[1];
  }

  public static void main(String[] arguments) {
    OnlyReadsOk box = new OnlyReadsOk();
    box.width = 3;
    box.table[1] = 4;
    new Thread(box::area).start();
    new Thread(box::area).start();
    System.out.println(box.width);
  }
}
