package pipeline;

// The reader goes on with the line it has sent.
public class Main {
  public static void main(String[] arguments) throws InterruptedException {
    Channel<Line> raw = new Channel<>();
    new Thread(new Printer(raw)).start();
    Line line = new Line();
    line.text = "warp";
    raw.send(line);
    line.text = "weft";  //~ data-race A: write
  }
}
