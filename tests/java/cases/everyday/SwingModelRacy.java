import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

// A button shows what was loaded; the loader puts it into the list of the event thread.
public class SwingModelRacy {
  private final List<String> rows = new ArrayList<>();

  void build() {
    JButton show = new JButton("show");
    show.addActionListener(event -> System.out.println(rows));  //~ data-race A(rows): read
    show.doClick();
  }

  void load() {
    String row = "loaded";
    rows.add(row);  //~ data-race A(rows)*: write
  }

  public static void main(String[] arguments) {
    SwingModelRacy window = new SwingModelRacy();
    SwingUtilities.invokeLater(window::build);
    for (int i = 0; i < 2; i++) new Thread(window::load).start();
  }
}
