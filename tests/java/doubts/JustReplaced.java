// Who changes an element has just put a copy where it reads the array from.
// doubt: one of them has just put another object where it reads this one from
class JustReplaced {
  private static int[] numbers = new int[4];

  static void set(int at, int value) {
    numbers = numbers.clone();
    numbers[at] = value;
  }

  public static void main(String[] arguments) {
    new Thread(() -> set(1, 2)).start();
    System.out.println(numbers[1]);
  }
}
