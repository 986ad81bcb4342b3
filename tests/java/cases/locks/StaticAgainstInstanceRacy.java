// A static method locks the class, the other one the instance.
public class StaticAgainstInstanceRacy {
  static int total;

  static synchronized void add() {
    total++;  //~ data-race A: read, write
  }

  synchronized void reset() {
    total = 0;  //~ data-race A: write
  }

  public static void main(String[] arguments) {
    new Thread(StaticAgainstInstanceRacy::add).start();
    new StaticAgainstInstanceRacy().reset();
  }
}
