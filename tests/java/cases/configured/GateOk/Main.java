package gate;

// A lock that comes from elsewhere: gate.toml says which methods take it and give it back.
public class Main {
  static final Gate GATE = new Gate();
  static int count;

  static void add() {
    GATE.enter();
    count++;
    GATE.leave();
  }

  public static void main(String[] arguments) {
    new Thread(Main::add).start();
    new Thread(Main::add).start();
  }
}
