import javax.swing.Timer;

// A listener runs on the dispatch thread, main goes on.
public class ListenerRacy {
  static long last;

  public static void main(String[] arguments) {
    Timer timer = new Timer(10, null);
    timer.addActionListener(event -> {
      last = event.getWhen();  //~ data-race A: write
    });
    timer.start();
    System.out.println(last);  //~ data-race A: read
  }
}
