import java.awt.EventQueue;
import java.io.PrintStream;
import java.util.Arrays;
import org.gjt.sp.jedit.View;
import org.gjt.sp.jedit.jEdit;
import org.gjt.sp.jedit.textarea.JEditTextArea;

/**
 * Types, breaks and deletes lines in jEdit, and undoes some of it. Prints the milliseconds that the slowest of
 * twenty edits takes, with its painting, once it is warm; the argument says how many are measured. The text grows
 * with them, so that each run must measure the same ones.
 */
public class Edits {
  private static final int WARM = 2000;

  static void edit(JEditTextArea area, int number) {
    switch (number % 10) {
      case 7: area.insertEnterAndIndent(); break;
      case 8: area.backspace(); break;
      case 9: area.getBuffer().undo(area); break;
      default: area.userInput((char) ('a' + number % 26));
    }
    area.paintImmediately(0, 0, area.getWidth(), area.getHeight());
  }

  private static View shown; // asked for, as all of jEdit, by the thread of events

  static void look() {
    View view = jEdit.getActiveView();
    boolean isReady = view != null && view.isShowing() && view.getTextArea() != null;
    if (isReady && !view.getBuffer().isLoading()) shown = view;
  }

  static View view() throws Exception {
    for (int tries = 0; tries < 1200; tries++) {
      EventQueue.invokeAndWait(Edits::look);
      if (shown != null) return shown;
      Thread.sleep(100);
    }
    throw new IllegalStateException("jEdit shows no window");
  }

  static double timed(JEditTextArea area, int number) throws Exception {
    long start = System.nanoTime();
    EventQueue.invokeAndWait(() -> edit(area, number));
    return (System.nanoTime() - start) / 1e6;
  }

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    PrintStream out = System.out; // which jEdit takes over
    jEdit.main(new String[] {"-noserver", "-norestore", "-settings=" + arguments[1], "-nosplash"});
    JEditTextArea area = view().getTextArea();
    Thread.sleep(2000);
    for (int each = 0; each < WARM; each++) timed(area, each);
    double[] milliseconds = new double[count];
    for (int each = 0; each < count; each++) milliseconds[each] = timed(area, WARM + each);
    Arrays.sort(milliseconds);
    out.println(milliseconds[count * 95 / 100]);
    out.flush();
    Runtime.getRuntime().exit(0);
  }
}
