// Each class locks itself, and both count in one field.
public class StaticFieldOtherClassLockRacy {
  static int count;

  static class First {
    static synchronized void add() {
      count++;  //~ data-race A: read, write
    }
  }

  static class Second {
    static synchronized void add() {
      count++;  //~ data-race A: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(First::add).start();
    new Thread(Second::add).start();
  }
}
