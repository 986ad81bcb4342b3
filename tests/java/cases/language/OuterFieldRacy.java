// An inner class changes a field of the object around it, under a monitor of its own.
public class OuterFieldRacy {
  private int visits;

  class Visitor implements Runnable {
    @Override
    public synchronized void run() {
      visits++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    OuterFieldRacy house = new OuterFieldRacy();
    for (int i = 0; i < 2; i++) {
      new Thread(house.new Visitor()).start();
    }
  }
}
