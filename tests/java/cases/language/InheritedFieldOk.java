// Template method: the superclass takes the lock and calls what the subclass does.
public class InheritedFieldOk {
  abstract static class Base {
    protected int level;

    final synchronized void raise() {
      step();
    }

    abstract void step();
  }

  static class Slow extends Base {
    @Override
    void step() {
      level++;
    }
  }

  static class Fast extends Base {
    @Override
    void step() {
      level += 10;
    }
  }

  public static void main(String[] arguments) {
    for (Base water : new Base[] {new Slow(), new Fast()}) {
      new Thread(water::raise).start();
      new Thread(water::raise).start();
    }
  }
}
