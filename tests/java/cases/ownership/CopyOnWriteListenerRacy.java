import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The list begins empty and grows by copies; who publishes runs the listeners. */
public class CopyOnWriteListenerRacy {
  interface Listener {
    void changed(String what);
  }

  static class Counter implements Listener {
    int changes;

    @Override
    public void changed(String what) {
      changes++;  //~ data-race A*: read, write
    }
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  void publish(String what) {
    for (Listener listener : listeners) listener.changed(what);
  }

  public static void main(String[] arguments) {
    CopyOnWriteListenerRacy bus = new CopyOnWriteListenerRacy();
    bus.listeners.add(new Counter());
    new Thread(() -> bus.publish("one")).start();
    new Thread(() -> bus.publish("two")).start();
  }
}
