import java.util.concurrent.atomic.AtomicReference;

// The reference is atomic, what it refers to is not.
public class AtomicContentRacy {
  static class Tally {
    int votes;
  }

  static final AtomicReference<Tally> CURRENT = new AtomicReference<>(new Tally());

  static void vote() {
    CURRENT.get().votes++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(AtomicContentRacy::vote).start();
    new Thread(AtomicContentRacy::vote).start();
  }
}
