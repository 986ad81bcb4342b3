// Nested classes reach each other's private fields directly.
public class NestmateRacy {
  static class Meter {
    private int value;
  }

  static class Writer extends Thread {
    private final Meter meter;

    Writer(Meter meter) {
      this.meter = meter;
    }

    @Override
    public void run() {
      meter.value = 1;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    Meter meter = new Meter();
    new Writer(meter).start();
    System.out.println(meter.value);  //~ data-race A: read
  }
}
