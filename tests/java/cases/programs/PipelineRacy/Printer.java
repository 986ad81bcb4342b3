package pipeline;

class Printer implements Runnable {
  private final Channel<Line> in;

  Printer(Channel<Line> in) {
    this.in = in;
  }

  @Override
  public void run() {
    try {
      System.out.println(in.receive().text);  //~ data-race A: read
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
