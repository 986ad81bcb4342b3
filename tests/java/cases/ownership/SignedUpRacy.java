import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each task is made for its start, and tells the others where it can be found.
public class SignedUpRacy {
  static class Room {
    private final Map<String, Guest> guests = new HashMap<>();

    synchronized void join(String name, Guest guest) {
      guests.put(name, guest);
    }

    synchronized Guest find(String name) {
      return guests.get(name);
    }
  }

  static class Guest implements Runnable {
    private final Room room;
    private final String name;
    private String mood = "new";
    private int steps;

    Guest(Room room, String name) {
      this.room = room;
      this.name = name;
    }

    @Override
    public void run() {
      room.join(name, this);
      steps++;
      mood = "happy";  //~ data-race A: write
      Guest other = room.find("guest 0");
      if (other != null) {
        System.out.println(other.mood);  //~ data-race A: read
      }
    }
  }

  public static void main(String[] arguments) {
    Room room = new Room();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 4; i++) {
      pool.execute(new Guest(room, "guest " + i));
    }
    pool.shutdown();
  }
}
