import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The map makes rooms by their constructor, and everybody finds them through the map.
public class ConstructorReferenceOk {
  static class Room {
    private final String name;
    private String topic;

    Room(String name) {
      this.name = name;
      topic = "none yet";
    }

    String topic() {
      return name + topic;
    }
  }

  static final Map<String, Room> ROOMS = new ConcurrentHashMap<>();

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      pool.execute(() -> System.out.println(ROOMS.computeIfAbsent("main", Room::new).topic()));
    }
  }
}
