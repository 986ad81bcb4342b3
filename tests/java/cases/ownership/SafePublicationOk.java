// The reference is volatile, and nobody writes to the object behind it any more.
public class SafePublicationOk {
  static class Settings {
    int width;
    int height;

    Settings() {
      width = 80;
      height = 24;
    }
  }

  static volatile Settings current;

  public static void main(String[] arguments) {
    new Thread(() -> {
      Settings seen = current;
      if (seen != null) {
        System.out.println(seen.width * seen.height);
      }
    }).start();
    current = new Settings();
  }
}
