import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

// A button shows what was loaded; the loader has the event thread put it into the list.
public class SwingModelOk {
  private final List<String> rows = new ArrayList<>();

  void build() {
    JButton show = new JButton("show");
    show.addActionListener(event -> System.out.println(rows));
    show.doClick();
  }

  void load() {
    String row = "loaded";
    SwingUtilities.invokeLater(() -> rows.add(row));
  }

  public static void main(String[] arguments) {
    SwingModelOk window = new SwingModelOk();
    SwingUtilities.invokeLater(window::build);
    for (int i = 0; i < 2; i++) new Thread(window::load).start();
  }
}
