// The setter does without the lock.
public class UnsynchronizedSetterRacy {
  private String name = "none";

  synchronized String name() {
    return name;  //~ data-race A: read
  }

  void rename(String other) {
    name = other;  //~ data-race A: write
  }

  public static void main(String[] arguments) {
    UnsynchronizedSetterRacy person = new UnsynchronizedSetterRacy();
    new Thread(() -> System.out.println(person.name())).start();
    person.rename("ada");
  }
}
