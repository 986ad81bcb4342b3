// The flag is not volatile: neither it nor the data is ordered.
public class PlainFlagRacy {
  static int data;
  static boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      if (ready) {                 //~ data-race A: read
        System.out.println(data);  //~ data-race B: read
      }
    }).start();
    data = 42;     //~ data-race B: write
    ready = true;  //~ data-race A: write
  }
}
