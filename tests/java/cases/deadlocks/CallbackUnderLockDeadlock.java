import java.util.ArrayList;
import java.util.List;

// Observers are told under the lock of the subject, and ask it back under their own.
public class CallbackUnderLockDeadlock {
  static class Subject {
    private final List<View> views = new ArrayList<>();
    private int value;

    synchronized void add(View view) {
      views.add(view);
    }

    synchronized void set(int to) {
      value = to;
      for (View view : views) view.changed();
    }

    synchronized int get() {
      return value;  //~ deadlock A: wants
    }
  }

  static class View {
    private final Subject subject;

    View(Subject subject) {
      this.subject = subject;
    }

    synchronized void changed() {
      System.out.println("changed");  //~ deadlock A: wants
    }

    synchronized void paint() {
      System.out.println(subject.get());
    }
  }

  public static void main(String[] arguments) {
    Subject subject = new Subject();
    View view = new View(subject);
    subject.add(view);
    new Thread(() -> subject.set(1)).start();
    new Thread(view::paint).start();
  }
}
