import java.util.ArrayList;
import java.util.List;

// One call starts all of them: they are under way together, though none beside what comes behind.
class JoinStartForEachRacy {
  private int turns;
  private String last = "";

  void turn(String name) {
    turns++;  //~ data-race A*: read, write
    synchronized (this) {
      last = name;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinStartForEachRacy table = new JoinStartForEachRacy();
    List<Thread> players = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = "player " + i;
      players.add(new Thread(() -> table.turn(name)));
    }
    players.forEach(Thread::start);
    for (Thread player : players) player.join();
    System.out.println(table.turns + " " + table.last);
  }
}
