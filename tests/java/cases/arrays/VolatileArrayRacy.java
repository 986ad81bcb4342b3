// The reference is volatile, the elements are not.
public class VolatileArrayRacy {
  static volatile int[] values = new int[2];

  public static void main(String[] arguments) {
    new Thread(() -> values[0] = 1).start();  //~ data-race A([]): write
    System.out.println(values[0]);            //~ data-race A([]): read
  }
}
