import java.text.SimpleDateFormat;
import java.util.Date;

// A format keeps its calendar in a field: formatting changes it.
public class SimpleDateFormatRacy {
  static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

  static void show() {
    FORMAT.format(new Date(0));  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    new Thread(SimpleDateFormatRacy::show).start();
    new Thread(SimpleDateFormatRacy::show).start();
  }
}
