// races: java.lang.StringBuilder, java.util.StringJoiner, java.util.regex.Matcher, java.text.SimpleDateFormat, java.util.Date
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Objects of the platform that promise threads nothing, and are no collections. */
public class SharedTexts {
  static final StringBuilder text = new StringBuilder(1000);
  static final StringJoiner joiner = new StringJoiner(",");
  static final Matcher matcher = Pattern.compile("a+").matcher("baab");
  static final SimpleDateFormat format = new SimpleDateFormat("yyyy");
  static final Date date = new Date(0);

  static void work() {
    text.append("x").append(1);
    joiner.add("a");
    matcher.reset();
    format.setLenient(true);
    date.setTime(5);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(SharedTexts::work);
    other.start();
    work();
    other.join();
    System.out.println(date.getTime());
  }
}
