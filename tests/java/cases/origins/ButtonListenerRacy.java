import java.awt.GraphicsEnvironment;
import javax.swing.JButton;
import javax.swing.JFrame;

// A button's listener runs on the dispatch thread, main goes on.
public class ButtonListenerRacy {
  static String last;

  public static void main(String[] arguments) {
    JButton button = new JButton("go");
    button.addActionListener(event -> {
      last = event.getActionCommand();  //~ data-race A: write
    });
    if (!GraphicsEnvironment.isHeadless()) {
      JFrame frame = new JFrame();
      frame.add(button);
      frame.setVisible(true);
    }
    System.out.println(last);  //~ data-race A: read
  }
}
