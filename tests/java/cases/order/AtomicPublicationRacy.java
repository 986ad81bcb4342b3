import java.util.concurrent.atomic.AtomicReference;

// The object is changed after the atomic refers to it.
public class AtomicPublicationRacy {
  static class Settings {
    int width;
  }

  static final AtomicReference<Settings> CURRENT = new AtomicReference<>();

  public static void main(String[] arguments) {
    new Thread(() -> {
      Settings seen = CURRENT.get();
      if (seen != null) {
        System.out.println(seen.width);  //~ data-race A: read
      }
    }).start();
    Settings settings = new Settings();
    CURRENT.set(settings);
    settings.width = 80;  //~ data-race A: write
  }
}
