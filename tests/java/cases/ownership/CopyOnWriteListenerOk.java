import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the listener counts is locked, since any thread may publish. */
public class CopyOnWriteListenerOk {
  interface Listener {
    void changed(String what);
  }

  static class Counter implements Listener {
    int changes;

    @Override
    public synchronized void changed(String what) {
      changes++;
    }
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  void publish(String what) {
    for (Listener listener : listeners) listener.changed(what);
  }

  public static void main(String[] arguments) {
    CopyOnWriteListenerOk bus = new CopyOnWriteListenerOk();
    bus.listeners.add(new Counter());
    new Thread(() -> bus.publish("one")).start();
    new Thread(() -> bus.publish("two")).start();
  }
}
