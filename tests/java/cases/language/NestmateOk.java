// Nested classes reach each other's private fields, under the lock of who has them.
public class NestmateOk {
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
      synchronized (meter) {
        meter.value = 1;
      }
    }
  }

  public static void main(String[] arguments) {
    Meter meter = new Meter();
    new Writer(meter).start();
    synchronized (meter) {
      System.out.println(meter.value);
    }
  }
}
