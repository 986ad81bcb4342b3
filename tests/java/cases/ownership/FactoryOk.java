// The factory makes a new object for each that asks.
public class FactoryOk {
  static class Buffer {
    int used;
  }

  static Buffer make() {
    return new Buffer();
  }

  static void work() {
    Buffer buffer = make();
    buffer.used++;
  }

  public static void main(String[] arguments) {
    new Thread(FactoryOk::work).start();
    new Thread(FactoryOk::work).start();
  }
}
