import java.util.regex.Matcher;
import java.util.regex.Pattern;

// A pattern may be shared, a matcher may not.
public class MatcherRacy {
  static final Matcher DIGITS = Pattern.compile("[0-9]+").matcher("1 22 333");

  static void next() {
    DIGITS.find();  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    new Thread(MatcherRacy::next).start();
    new Thread(MatcherRacy::next).start();
  }
}
