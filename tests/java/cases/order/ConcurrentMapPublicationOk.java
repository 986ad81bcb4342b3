import java.util.concurrent.ConcurrentHashMap;

// What is put into a concurrent map is complete for who gets it.
public class ConcurrentMapPublicationOk {
  static class User {
    String name;
  }

  static final ConcurrentHashMap<Integer, User> USERS = new ConcurrentHashMap<>();

  public static void main(String[] arguments) {
    new Thread(() -> {
      User user = new User();
      user.name = "ada";
      USERS.put(1, user);
    }).start();
    User seen = USERS.get(1);
    if (seen != null) {
      System.out.println(seen.name);
    }
  }
}
