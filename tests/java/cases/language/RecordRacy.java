// The components of a record are final; the array in one of them is not.
public class RecordRacy {
  record Samples(String name, double[] values) { }

  static void measure(Samples samples) {
    samples.values()[0] = 1.5;  //~ data-race A([])*: write
  }

  public static void main(String[] arguments) {
    Samples samples = new Samples("noise", new double[3]);
    new Thread(() -> measure(samples)).start();
    new Thread(() -> measure(samples)).start();
  }
}
