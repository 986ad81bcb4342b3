import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

public class EventBusOk {
  private final ConcurrentHashMap<String, List<Consumer<String>>> handlers =
      new ConcurrentHashMap<>();
  private final AtomicInteger published = new AtomicInteger();

  void subscribe(String topic, Consumer<String> handler) {
    handlers.computeIfAbsent(topic, t -> new CopyOnWriteArrayList<>()).add(handler);
  }

  void publish(String topic, String event) {
    published.incrementAndGet();
    for (Consumer<String> handler : handlers.getOrDefault(topic, List.of())) handler.accept(event);
  }

  public static void main(String[] arguments) throws InterruptedException {
    EventBusOk bus = new EventBusOk();
    AtomicInteger seen = new AtomicInteger();
    bus.subscribe("a", e -> seen.incrementAndGet());
    Thread first = new Thread(() -> bus.publish("a", "x"));
    Thread second = new Thread(() -> bus.subscribe("a", e -> seen.addAndGet(2)));
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(seen.get() + bus.published.get());
  }
}
