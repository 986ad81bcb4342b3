import java.util.ArrayList;
import java.util.List;

// Listeners are called under the lock of the subject, and lock themselves.
public class ListenersDeadlock {
  static class Subject {
    private final List<Listener> listeners = new ArrayList<>();

    synchronized void add(Listener listener) { listeners.add(listener); }  //~ deadlock A: wants

    synchronized void fire() {
      listeners.forEach(Listener::changed);
    }
  }

  static class Listener {
    private final Subject subject;

    Listener(Subject subject) {
      this.subject = subject;
    }

    synchronized void changed() { }  //~ deadlock A: wants

    synchronized void join() {
      subject.add(this);
    }
  }

  public static void main(String[] arguments) {
    Subject subject = new Subject();
    Listener listener = new Listener(subject);
    subject.add(listener);
    new Thread(subject::fire).start();
    new Thread(listener::join).start();
  }
}
