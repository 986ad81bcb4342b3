package pipeline;

import pipeline.steps.Parser;
import pipeline.steps.Printer;

// Reader, parser and printer hand lines over; whoever has a line is the only one that touches it.
public class Main {
  public static void main(String[] arguments) throws InterruptedException {
    Channel<Line> raw = new Channel<>();
    Channel<Line> parsed = new Channel<>();
    new Thread(new Parser(raw, parsed)).start();
    new Thread(new Printer(parsed)).start();
    for (String text : new String[] {"warp", "weft"}) {
      Line line = new Line();
      line.text = text;
      raw.send(line);
    }
    raw.send(Line.END);
  }
}
