import java.util.ArrayList;
import java.util.List;

// The loop moves the bodies while the painter reads them; only the flag is volatile.
public class GameLoopRacy implements Runnable {
  static final class Body {
    double x, speed = 1;

    void step(double seconds) {
      x += speed * seconds;  //~ data-race A(x): write
    }
  }

  private final List<Body> bodies = new ArrayList<>();
  private volatile boolean running = true;

  GameLoopRacy(int count) {
    for (int i = 0; i < count; i++) bodies.add(new Body());
  }

  @Override
  public void run() {
    while (running) {
      for (Body body : bodies) body.step(0.02);
    }
  }

  double furthest() {
    return bodies.stream().mapToDouble(body -> body.x).max().orElse(0);  //~ data-race A(x): read
  }

  public static void main(String[] arguments) throws InterruptedException {
    GameLoopRacy game = new GameLoopRacy(3);
    Thread loop = new Thread(game, "loop");
    loop.start();
    for (int frame = 0; frame < 3; frame++) System.out.println(game.furthest());
    game.running = false;
    loop.join();
  }
}
