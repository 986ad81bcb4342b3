import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;
import javax.swing.SwingWorker;

/** What was worked out in the background is there when the worker is done. */
public class SwingWorkerDoneOk extends SwingWorker<Integer, Void> {
  private final List<String> lines = new ArrayList<>();
  private int length;

  @Override protected Integer doInBackground() {
    lines.add("one");
    length += 3;
    return length;
  }

  @Override protected void done() {
    System.out.println(lines + " " + length);
  }

  public static void main(String[] arguments) {
    SwingUtilities.invokeLater(() -> new SwingWorkerDoneOk().execute());
  }
}
