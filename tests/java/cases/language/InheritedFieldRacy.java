// The superclass locks, the method that the subclass overrides does not.
public class InheritedFieldRacy {
  static class Base {
    protected int level;

    synchronized void raise() {
      level++;  //~ data-race A: read, write
    }
  }

  static class Hasty extends Base {
    @Override
    void raise() {
      level += 2;  //~ data-race A: read, write
    }

    void raiseSlowly() {
      super.raise();
    }
  }

  public static void main(String[] arguments) {
    Hasty water = new Hasty();
    new Thread(water::raise).start();
    new Thread(water::raiseSlowly).start();
  }
}
