import java.awt.EventQueue;

// An event runs on the dispatch thread, against main.
public class InvokeLaterRacy {
  static int clicks;

  public static void main(String[] arguments) {
    EventQueue.invokeLater(() -> {
      clicks = 1;  //~ data-race A: write
    });
    System.out.println(clicks);  //~ data-race A: read
  }
}
