import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

public class EventBusRacy {
  private final Map<String, List<Consumer<String>>> handlers = new HashMap<>();
  private int published;

  synchronized void subscribe(String topic, Consumer<String> handler) {
    List<Consumer<String>> known =
        handlers.computeIfAbsent(topic, t -> new ArrayList<>());  //~ data-race A(handlers): write
    known.add(handler);  //~ data-race B(java.util.ArrayList): write
  }

  void publish(String topic, String event) {
    published++;  //~ data-race C*: read, write
    List<Consumer<String>> all = handlers.get(topic);  //~ data-race A(handlers): read
    if (all == null) return;
    for (Consumer<String> handler : all) {  //~ data-race B(java.util.ArrayList): read
      handler.accept(event);
    }
  }

  public static void main(String[] arguments) {
    EventBusRacy bus = new EventBusRacy();
    for (int i = 0; i < 2; i++) new Thread(() -> bus.publish("a", "x")).start();
    bus.subscribe("a", e -> System.out.println(e));
  }
}
