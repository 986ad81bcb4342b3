import java.util.concurrent.atomic.AtomicReference;

// Who wins the election sets the term; the others look at it without seeing who won.
public class LeaderTermRacy {
  private final AtomicReference<String> leader = new AtomicReference<>();
  private int term;

  void campaign(String name, int round) {
    if (leader.compareAndSet(null, name)) {
      term = round;  //~ data-race A: write; FP data-race B*: write -- known of flags
    } else {
      System.out.println("lost in " + term);  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    LeaderTermRacy election = new LeaderTermRacy();
    for (String name : new String[] {"one", "two", "three"}) {
      new Thread(() -> election.campaign(name, name.length())).start();
    }
  }
}
