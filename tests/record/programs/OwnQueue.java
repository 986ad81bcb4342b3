// races: OwnQueue.beside
import java.util.Vector;

/**
 * A queue that the program wrote, and that its heddle.toml describes: what was done before a post comes before
 * what the event does. What the platform's vector locks inside is not recorded.
 */
public class OwnQueue {
  static int before, beside;

  static class Loop {
    private final Vector<Runnable> queue = new Vector<>();

    void post(Runnable event) {
      queue.add(event);
      beside++;
    }

    void dispatch(Runnable event) {
      event.run();
    }

    void loop() throws InterruptedException {
      for (int each = 0; each < 3; each++) {
        while (queue.isEmpty()) Thread.sleep(1);
        dispatch(queue.remove(0));
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Loop loop = new Loop();
    Thread poster = new Thread(() -> {
      for (int each = 0; each < 3; each++) {
        int next = each;
        loop.post(new Runnable() {
          private int sum = next;

          @Override
          public void run() {
            before += sum;
          }
        });
      }
    });
    poster.start();
    loop.loop();
    boolean isSmall = beside < 4;
    poster.join();
    System.out.println(before + " " + isSmall);
  }
}
