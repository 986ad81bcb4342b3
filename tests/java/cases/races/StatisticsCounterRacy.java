// A counter that is only shown: a lost hit does not matter much.
public class StatisticsCounterRacy {
  static int hits;

  static void serve() {
    hits++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(StatisticsCounterRacy::serve).start();
    new Thread(StatisticsCounterRacy::serve).start();
    System.out.println(hits);  //~ data-race A: read
  }
}
