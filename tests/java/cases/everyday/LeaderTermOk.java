import java.util.concurrent.atomic.AtomicReference;

// The leader and its term are one record, elected at once.
public class LeaderTermOk {
  record Leader(String name, int term) {}

  private final AtomicReference<Leader> leader = new AtomicReference<>();

  void campaign(String name, int round) {
    if (!leader.compareAndSet(null, new Leader(name, round))) {
      System.out.println("lost in " + leader.get().term());
    }
  }

  public static void main(String[] arguments) {
    LeaderTermOk election = new LeaderTermOk();
    for (String name : new String[] {"one", "two", "three"}) {
      new Thread(() -> election.campaign(name, name.length())).start();
    }
  }
}
