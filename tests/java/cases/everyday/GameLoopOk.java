import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// The loop alone moves the bodies; the painter gets a picture that never changes.
public class GameLoopOk implements Runnable {
  record Picture(int frame, List<Double> places) {}

  static final class Body {
    double x, speed = 1;
  }

  private final List<Body> bodies;
  private volatile Picture latest = new Picture(0, List.of());
  private volatile boolean running = true;
  private int frame;

  GameLoopOk(int count) {
    bodies = IntStream.range(0, count).mapToObj(i -> new Body()).collect(Collectors.toList());
  }

  @Override
  public void run() {
    while (running) {
      for (Body body : bodies) body.x += body.speed;
      latest = new Picture(++frame, bodies.stream().map(body -> body.x).toList());
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    GameLoopOk game = new GameLoopOk(3);
    Thread loop = new Thread(game, "loop");
    loop.start();
    for (int i = 0; i < 3; i++) System.out.println(game.latest.places());
    game.running = false;
    loop.join();
    System.out.println(game.frame);
  }
}
