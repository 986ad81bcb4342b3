// The factory keeps the object and gives it to everybody.
public class CachingFactoryRacy {
  static class Buffer {
    int used;
  }

  static final Buffer CACHED = new Buffer();

  static Buffer make(boolean fresh) {
    return fresh ? new Buffer() : CACHED;
  }

  static void work() {
    Buffer buffer = make(false);
    buffer.used++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(CachingFactoryRacy::work).start();
    new Thread(CachingFactoryRacy::work).start();
  }
}
