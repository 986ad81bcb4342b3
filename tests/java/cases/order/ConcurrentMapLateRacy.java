import java.util.concurrent.ConcurrentHashMap;

// The user is put into the map before it has a name.
public class ConcurrentMapLateRacy {
  static class User {
    String name;
  }

  static final ConcurrentHashMap<Integer, User> USERS = new ConcurrentHashMap<>();

  public static void main(String[] arguments) {
    new Thread(() -> {
      User user = new User();
      USERS.put(1, user);
      user.name = "ada";  //~ data-race A: write
    }).start();
    User seen = USERS.get(1);
    if (seen != null) {
      System.out.println(seen.name);  //~ data-race A: read
    }
  }
}
