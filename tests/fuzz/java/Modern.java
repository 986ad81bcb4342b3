// What compilers since Java 17 write: lambdas, records, sealed types, concatenation, patterns.
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class Modern {
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String[] names() default {"x"};
    long size() default 3;
    Class<?> type() default int.class;
    Color color() default Color.RED;
  }

  enum Color { RED, GREEN { @Override int size() { return 2; } }; int size() { return 1; } }

  sealed interface Shape permits Circle, Square {}

  @Marked(names = {"a", "b"}, type = String[].class)
  record Circle(@Marked double radius, String name) implements Shape {}

  record Square(int side) implements Shape {
    Square {
      if (side < 0) throw new IllegalArgumentException("side " + side + "\1\2");
    }
  }

  interface Greeting { default String greet(String name) { return helped("Hello " + name); }
    private String helped(String text) { return text + '!'; } static Greeting make() { return new Greeting() {}; } }

  static String concatenated(int a, long b, double c, Object d, char e) {
    return "a" + a + b + c + d + e + (b > 2) + null;
  }

  int field = 3;

  Supplier<String> lambdas(int captured, String text) {
    Function<Integer, Integer> add = x -> x + captured + field;
    BiFunction<String, String, String> join = String::concat;
    IntSupplier length = text::length;
    Supplier<int[][]> array = () -> new int[captured][];
    Function<Integer, int[]> make = int[]::new;
    Comparator<String> order = (Comparator<String> & Serializable) (x, y) -> x.compareTo(y);
    Runnable nothing = (Runnable & Cloneable) () -> {};
    nothing.run();
    return () -> join.apply(text, "" + add.apply(length.getAsInt()) + array.get().length + make.apply(3).length + order);
  }

  static int colors(Color color) {
    return switch (color) {
      case RED -> 1;
      case GREEN -> { try { yield color.size(); } finally { color = null; } }
    };
  }

  static double area(Object shape) {
    if (shape instanceof Circle c && c.radius() > 1) return c.radius();
    if (!(shape instanceof Square s)) return 0;
    var text = """
        two
        lines""";
    return s.side() * text.length();
  }
}
