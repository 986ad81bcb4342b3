import javax.swing.Timer;

// The listeners of two sources run on the dispatch thread; nobody else looks.
public class ListenerOk {
  static long last;

  public static void main(String[] arguments) {
    Timer fast = new Timer(10, event -> last = event.getWhen());
    Timer slow = new Timer(50, null);
    slow.addActionListener(event -> last = 0);
    fast.start();
    slow.start();
  }
}
