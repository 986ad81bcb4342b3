import javax.swing.SwingWorker;

// The background part of a worker runs on a pool's thread, against main.
public class SwingWorkerRacy {
  static int loaded;

  static class Load extends SwingWorker<Void, Void> {
    @Override
    protected Void doInBackground() {
      loaded = 100;  //~ data-race A: write
      return null;
    }
  }

  public static void main(String[] arguments) {
    new Load().execute();
    System.out.println(loaded);  //~ data-race A: read
  }
}
