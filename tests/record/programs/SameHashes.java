// races: none
// options: -XX:+UnlockExperimentalVMOptions -XX:hashCode=2
/** Each thread has boxes of its own; the JVM is told to give all objects the same hash. */
public class SameHashes {
  static class Box {
    int value;
  }

  static int fill() {
    Box[] boxes = new Box[100];
    for (int each = 0; each < boxes.length; each++) boxes[each] = new Box();
    int sum = 0;
    for (int round = 0; round < 3; round++) {
      for (int each = 0; each < boxes.length; each++) {
        synchronized (boxes[each]) {
          boxes[each].value += each;
          sum += boxes[each].value;
        }
      }
    }
    return sum;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(SameHashes::fill);
    other.start();
    System.out.println(fill());
    other.join();
  }
}
