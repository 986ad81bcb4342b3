import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A guest that talks to itself locks itself and then the room, another one the room and then it.
public class SignedUpDeadlock {
  static class Room {
    private final List<Guest> guests = new ArrayList<>();

    synchronized void join(Guest guest) {
      guests.add(guest);
    }

    synchronized void tell(String line) {
      for (Guest guest : guests) {  //~ deadlock A: wants
        guest.hear(line);
      }
    }
  }

  static class Guest implements Runnable {
    private final Room room;
    private String last = "";

    Guest(Room room) {
      this.room = room;
    }

    synchronized void hear(String line) {
      last = line;  //~ deadlock A: wants
    }

    synchronized void leave() {
      room.tell("bye");
    }

    @Override
    public void run() {
      room.join(this);
      leave();
    }
  }

  public static void main(String[] arguments) {
    Room room = new Room();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 4; i++) {
      pool.execute(new Guest(room));
    }
    pool.shutdown();
  }
}
