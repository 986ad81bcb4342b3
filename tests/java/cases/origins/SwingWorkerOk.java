import javax.swing.SwingWorker;

// get() orders the background part before done(), which is an event.
public class SwingWorkerOk {
  static class Load extends SwingWorker<String, Void> {
    private int size;

    @Override
    protected String doInBackground() {
      size = 4;
      return "warp";
    }

    @Override
    protected void done() {
      try {
        System.out.println(get() + size);
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Load load = new Load();
    load.execute();
    load.get();
  }
}
