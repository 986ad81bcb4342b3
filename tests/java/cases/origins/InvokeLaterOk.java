import javax.swing.SwingUtilities;

// Events exclude each other: all of them run on the dispatch thread.
public class InvokeLaterOk {
  static int clicks;

  public static void main(String[] arguments) {
    clicks = 0;
    for (int i = 0; i < 3; i++) {
      SwingUtilities.invokeLater(() -> clicks++);
    }
    SwingUtilities.invokeLater(() -> clicks = 0);
  }
}
