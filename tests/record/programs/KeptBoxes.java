// races: none
/** The right twin of PublishedByOne: what is handed on is read behind the join. */
public class KeptBoxes {
  static Box last;

  static class Box {
    int value;

    Box(int value) {
      this.value = value;
    }
  }

  static class Worker extends Thread {
    private final boolean publishes;
    private Box mine;

    Worker(boolean publishes) {
      this.publishes = publishes;
    }

    @Override
    public void run() {
      for (int each = 0; each < 100; each++) {
        mine = new Box(each);
        mine.value++;
      }
      Box made = new Box(7);
      if (publishes) last = made;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Worker one = new Worker(false), other = new Worker(true);
    one.start();
    other.start();
    one.join();
    other.join();
    last.value++;
    System.out.println("done");
  }
}
