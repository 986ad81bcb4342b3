// The element is changed before the array is replaced: all have that very array.
// no doubt: one of them has just put another object where it reads this one from
class ReplacedBehind {
  private static int[] numbers = new int[4];

  static void set(int at, int value) {
    numbers[at] = value;
    numbers = numbers.clone();
  }

  public static void main(String[] arguments) {
    new Thread(() -> set(1, 2)).start();
    System.out.println(numbers[1]);
  }
}
