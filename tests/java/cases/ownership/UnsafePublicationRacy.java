// The other thread may see the object before its fields.
public class UnsafePublicationRacy {
  static class Settings {
    int width;
    int height;

    Settings() {
      width = 80;
      height = 24;
    }
  }

  static Settings current;

  public static void main(String[] arguments) {
    new Thread(() -> {
      Settings seen = current;  //~ data-race A: read
      if (seen != null) {
        System.out.println(seen.width * seen.height);
      }
    }).start();
    current = new Settings();  //~ data-race A: write
  }
}
