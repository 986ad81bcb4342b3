// races: Inherited$Base.value
public class Inherited {
  static class Base {
    int value;
    volatile int safe;
  }

  static class Derived extends Base {
    class Inner {
      int seen = value;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Derived derived = new Derived();
    Base base = derived;
    Thread one = new Thread(() -> {
      derived.value++;
      derived.safe++;
    });
    Thread two = new Thread(() -> {
      base.value++;
      base.safe++;
      if (derived.new Inner().seen > 5) throw new IllegalStateException();
    });
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
