import java.awt.GraphicsEnvironment;
import javax.swing.JButton;
import javax.swing.JFrame;

// The listeners of two buttons run on the dispatch thread; main wrote before it added them.
public class ButtonListenerOk {
  static String last;

  public static void main(String[] arguments) {
    JButton go = new JButton("go");
    JButton stop = new JButton("stop");
    last = "none";
    go.addActionListener(event -> last = event.getActionCommand());
    stop.addActionListener(event -> last = null);
    if (!GraphicsEnvironment.isHeadless()) {
      JFrame frame = new JFrame();
      frame.add(go);
      frame.add(stop);
      frame.setVisible(true);
    }
  }
}
