import java.util.concurrent.atomic.AtomicReference;

// The object is complete before the atomic refers to it.
public class AtomicPublicationOk {
  static class Settings {
    int width;
  }

  static final AtomicReference<Settings> CURRENT = new AtomicReference<>();

  public static void main(String[] arguments) {
    new Thread(() -> {
      Settings seen = CURRENT.get();
      if (seen != null) {
        System.out.println(seen.width);
      }
    }).start();
    Settings settings = new Settings();
    settings.width = 80;
    CURRENT.set(settings);
  }
}
