import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** One call of each kind that the recall agent tells apart; fixture_edges.txt has what it must see. */
public final class Fixture {
  interface Shape {
    int area();

    default int twice() {
      return 2 * area();
    }
  }

  static final class Square implements Shape {
    static final int SIDE = Integer.parseInt("3");

    @Override
    public int area() {
      return SIDE * SIDE;
    }

    @Override
    public String toString() {
      return "square";
    }
  }

  static class Base {
    static {
      step();
    }

    static void step() {}
  }

  static final class Derived extends Base {
    static int touched;

    static {
      touched = 1;
    }
  }

  static final class Named {
    static {
      Base.step();
    }
  }

  static final class Task extends Thread {
    @Override
    public void run() {
      Base.step();
    }
  }

  static final class Backwards implements Comparator<String> {
    @Override
    public int compare(String a, String b) {
      return b.compareTo(a);
    }
  }

  static final class Handler implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return 4;
    }
  }

  Fixture() {}

  static int target(int value) {
    return value + 1;
  }

  static Object apply(Function<Integer, Object> function) {
    return function.apply(1);
  }

  static Object supply(Supplier<Object> supplier) {
    return supplier.get();
  }

  static void dispatch() {
    Shape shape = new Square();
    shape.twice();
  }

  static void lambdas() {
    apply(value -> target(value));
    apply(Fixture::target);
    supply(Fixture::new);
    new ArrayList<>(List.of(1, 2)).forEach(value -> target(value));
  }

  static void reflection() throws Exception {
    Fixture.class.getDeclaredMethod("target", int.class).invoke(null, 1);
    Fixture.class.getDeclaredConstructor().newInstance();
    Class.forName("Fixture$Named");
  }

  static void handles() throws Throwable {
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(Fixture.class, "target", MethodType.methodType(int.class, int.class));
    int result = (int) handle.invokeExact(1);
  }

  static void proxies() {
    Shape shape =
        (Shape)
            Proxy.newProxyInstance(
                Fixture.class.getClassLoader(),
                new Class<?>[] {Shape.class},
                new Handler());
    shape.area();
  }

  static void privileged() {
    AccessController.doPrivileged(
        new PrivilegedAction<Object>() {
          @Override
          public Object run() {
            return null;
          }
        });
  }

  /** What `"" + what` was until compilers began to call String.valueOf first. */
  static void concatenation(Object what) throws Throwable {
    MethodType type = MethodType.methodType(String.class, Object.class);
    StringConcatFactory.makeConcat(MethodHandles.lookup(), "concatenation", type)
        .dynamicInvoker()
        .invoke(what);
  }

  static void callbacks() {
    Arrays.sort(new String[] {"a", "b"}, new Backwards());
  }

  public static void main(String[] arguments) throws Throwable {
    dispatch();
    int touched = Derived.touched;
    lambdas();
    reflection();
    handles();
    proxies();
    privileged();
    concatenation(new Square());
    callbacks();
    Task task = new Task();
    task.start();
    task.join();
  }
}
