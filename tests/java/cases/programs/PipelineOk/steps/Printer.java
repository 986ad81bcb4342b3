package pipeline.steps;

import pipeline.Channel;
import pipeline.Line;

public class Printer implements Runnable {
  private final Channel<Line> in;

  public Printer(Channel<Line> in) {
    this.in = in;
  }

  @Override
  public void run() {
    try {
      for (Line line = in.receive(); line != Line.END; line = in.receive()) {
        System.out.println(line.text + line.length);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
