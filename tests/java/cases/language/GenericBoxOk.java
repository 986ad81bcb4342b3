// Two boxes of one generic class: each thread has its own.
public class GenericBoxOk {
  static class Box<T extends Comparable<T>> {
    private T value;

    void offer(T next) {
      if (value == null || value.compareTo(next) < 0) {
        value = next;
      }
    }
  }

  static <T extends Comparable<T>> void fill(Box<T> box, T first, T second) {
    box.offer(first);
    box.offer(second);
  }

  public static void main(String[] arguments) {
    Box<String> words = new Box<>();
    Box<Integer> numbers = new Box<>();
    new Thread(() -> fill(words, "warp", "weft")).start();
    new Thread(() -> fill(numbers, 1, 2)).start();
  }
}
