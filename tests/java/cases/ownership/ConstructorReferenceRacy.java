import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The map makes rooms by their constructor, but then everybody changes them.
public class ConstructorReferenceRacy {
  static class Room {
    private String topic;

    Room(String name) {
      topic = name;
    }

    void topic(String to) {
      topic = to;  //~ data-race A*: write
    }
  }

  static final Map<String, Room> ROOMS = new ConcurrentHashMap<>();

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      pool.execute(() -> ROOMS.computeIfAbsent("main", Room::new).topic("another"));
    }
  }
}
