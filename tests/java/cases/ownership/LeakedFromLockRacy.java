// The lock guards the reference; who fetched the object changes it without.
public class LeakedFromLockRacy {
  static class Settings {
    int width;
  }

  private final Settings current = new Settings();

  synchronized Settings fetch() {
    return current;
  }

  public static void main(String[] arguments) {
    LeakedFromLockRacy box = new LeakedFromLockRacy();
    new Thread(() -> {
      box.fetch().width = 80;  //~ data-race A: write
    }).start();
    System.out.println(box.fetch().width);  //~ data-race A: read
  }
}
