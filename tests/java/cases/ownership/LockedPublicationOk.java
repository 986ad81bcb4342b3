// Published and fetched under the lock; afterwards only read.
public class LockedPublicationOk {
  static class Settings {
    int width;
  }

  private Settings current;

  synchronized void publish(Settings next) {
    current = next;
  }

  synchronized Settings fetch() {
    return current;
  }

  public static void main(String[] arguments) {
    LockedPublicationOk box = new LockedPublicationOk();
    new Thread(() -> {
      Settings seen = box.fetch();
      System.out.println(seen == null ? 0 : seen.width);
    }).start();
    Settings settings = new Settings();
    settings.width = 80;
    box.publish(settings);
  }
}
