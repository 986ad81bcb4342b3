import java.util.ArrayList;
import java.util.List;

// One call starts all of them, a loop waits for all.
class JoinStartForEachOk {
  private int turns;
  private String last = "";

  synchronized void turn(String name) {
    turns++;
    last = name;
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinStartForEachOk table = new JoinStartForEachOk();
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
