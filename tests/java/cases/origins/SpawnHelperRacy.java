/** One helper starts all threads; what two of the lambdas do, or one that is given twice, races. */
public class SpawnHelperRacy {
  static int shared, both, twice, looped;

  static void spawn(Runnable job) {
    new Thread(job).start();
  }

  static void count() {
    both++;  //~ data-race B*: read, write
  }

  public static void main(String[] arguments) {
    spawn(() -> {
      shared = 1;  //~ data-race A: write
      count();
    });
    spawn(() -> {
      System.out.println(shared);  //~ data-race A: read
      count();
    });
    Runnable again = () -> twice++;  //~ data-race C*: read, write
    spawn(again);
    spawn(again);
    for (int i = 0; i < 2; i++) spawn(() -> looped++);  //~ data-race D*: read, write
  }
}
