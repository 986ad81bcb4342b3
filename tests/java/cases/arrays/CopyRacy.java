import java.util.Arrays;

// Copies read and fills write the elements.
public class CopyRacy {
  static final int[] SOURCE = new int[10];

  public static void main(String[] arguments) {
    new Thread(() -> Arrays.fill(SOURCE, 1)).start();  //~ data-race A([]): write
    int[] copy = new int[10];
    System.arraycopy(SOURCE, 0, copy, 0, 10);  //~ data-race A([]): read
    System.out.println(copy[0]);
  }
}
