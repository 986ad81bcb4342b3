import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// Listeners are called without a lock.
public class ListenersOk {
  static class Subject {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    void add(Listener listener) {
      listeners.add(listener);
    }

    void fire() {
      listeners.forEach(Listener::changed);
    }
  }

  static class Listener {
    private final Subject subject;

    Listener(Subject subject) {
      this.subject = subject;
    }

    synchronized void changed() { }

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
