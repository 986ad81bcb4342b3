// Pattern switches, which need Java 21.
public class Patterns {
  enum Color { RED, GREEN }
  record Pair(Object left, Object right) {}
  sealed interface Node permits Leaf, Fork {}
  record Leaf(int value) implements Node {}
  record Fork(Node left, Node right) implements Node {}

  static int kind(Object o) {
    return switch (o) {
      case null -> -1;
      case Integer i when i > 10 -> i;
      case Integer i -> -i;
      case String s when s.isEmpty() -> 0;
      case String s -> s.length();
      case Color.RED -> 7;
      case Pair(Integer left, Pair(var inner, String right)) -> left + right.length();
      case Pair(var left, var right) -> left.hashCode();
      case int[] array -> array.length;
      default -> 99;
    };
  }

  static int sum(Node node) {
    return switch (node) {
      case Leaf(int value) -> value;
      case Fork(Node left, Node right) -> sum(left) + sum(right);
    };
  }
}
