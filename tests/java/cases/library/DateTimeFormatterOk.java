import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

// The newer formatter cannot be changed.
public class DateTimeFormatterOk {
  static final DateTimeFormatter FORMAT = DateTimeFormatter.ISO_DATE;

  static void show() {
    System.out.println(FORMAT.format(LocalDate.EPOCH));
  }

  public static void main(String[] arguments) {
    new Thread(DateTimeFormatterOk::show).start();
    new Thread(DateTimeFormatterOk::show).start();
  }
}
