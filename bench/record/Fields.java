/**
 * A program that computes with fields of small objects on one thread, while another waits, without which there
 * would be nothing to record. Prints the processor time of a round once it is warm; the argument says how many
 * are measured.
 */
public class Fields {
  static class Node {
    int value;
    Node left, right;

    Node(int value) {
      this.value = value;
    }

    void add(int other) {
      if (other < value) {
        if (left == null) left = new Node(other);
        else left.add(other);
      } else {
        if (right == null) right = new Node(other);
        else right.add(other);
      }
    }

    long sum() {
      return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
    }
  }

  static long round(int seed) {
    Node root = new Node(1 << 15);
    int random = seed;
    for (int each = 0; each < 20_000; each++) {
      random = random * 1103515245 + 12345;
      root.add(random >>> 16);
    }
    return root.sum();
  }

  public static void main(String[] arguments) {
    Thread other = new Thread(java.util.concurrent.locks.LockSupport::park);
    other.setDaemon(true);
    other.start();
    int rounds = Integer.parseInt(arguments[0]);
    long sum = 0;
    for (int each = 0; each < 15; each++) sum += round(each % 10);
    long start = Processor.nanoseconds();
    for (int each = 0; each < rounds; each++) sum += round(each % 10);
    System.out.println((Processor.nanoseconds() - start) / 1e6 / rounds);
    if (sum == 42) System.out.println(sum);
  }
}
