import java.lang.ref.Cleaner;

// The cleaner's thread counts what main reads.
public class CleanerRacy {
  static final Cleaner CLEANER = Cleaner.create();
  static int freed;

  public static void main(String[] arguments) {
    CLEANER.register(new Object(), () -> {
      freed++;  //~ data-race A: read, write
    });
    System.gc();
    System.out.println(freed);  //~ data-race A: read
  }
}
