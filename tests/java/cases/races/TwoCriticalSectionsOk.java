// Check and act are each under the lock: not atomic together, but no access races.
public class TwoCriticalSectionsOk {
  private int seats = 1;

  synchronized boolean free() {
    return seats > 0;
  }

  synchronized void take() {
    seats--;
  }

  public static void main(String[] arguments) {
    TwoCriticalSectionsOk plane = new TwoCriticalSectionsOk();
    Runnable book = () -> {
      if (plane.free()) {
        plane.take();
      }
    };
    new Thread(book).start();
    new Thread(book).start();
  }
}
