import java.text.SimpleDateFormat;
import java.util.Date;

// Each worker has a format of its own: they are not one object because they share code.
public class TwoFormatsOk {
  static class Worker extends Thread {
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy");

    @Override
    public void run() {
      System.out.println(format.format(new Date(0)));
    }
  }

  public static void main(String[] arguments) {
    new Worker().start();
    new Worker().start();
  }
}
