import java.util.regex.Pattern;

// A pattern may be shared: each thread makes its own matcher.
public class PatternOk {
  static final Pattern DIGITS = Pattern.compile("[0-9]+");

  static void next() {
    System.out.println(DIGITS.matcher("1 22 333").find());
  }

  public static void main(String[] arguments) {
    new Thread(PatternOk::next).start();
    new Thread(PatternOk::next).start();
  }
}
