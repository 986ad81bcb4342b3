package pipeline.steps;

import pipeline.Channel;
import pipeline.Line;

public class Parser implements Runnable {
  private final Channel<Line> in;
  private final Channel<Line> out;

  public Parser(Channel<Line> in, Channel<Line> out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public void run() {
    try {
      for (Line line = in.receive(); line != Line.END; line = in.receive()) {
        line.length = line.text.length();
        out.send(line);
      }
      out.send(Line.END);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
