package gate;

// A lock that the program has from elsewhere, given back too early.
public class Main {
  static final Gate GATE = new Gate();
  static int count;

  static void add() {
    GATE.enter();
    GATE.leave();
    count++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(Main::add).start();
    new Thread(Main::add).start();
  }
}
