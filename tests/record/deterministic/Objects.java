import java.util.function.IntSupplier;

/** Many objects, nested and anonymous classes, class initialisers, interfaces with state. */
public class Objects {
  static class Node {
    Node left, right;
    int key;

    Node(int key) {
      this.key = key;
    }

    Node insert(int other) {
      if (other < key) left = left == null ? new Node(other) : left.insert(other);
      else right = right == null ? new Node(other) : right.insert(other);
      return this;
    }

    int depth() {
      int of = Math.max(left == null ? 0 : left.depth(), right == null ? 0 : right.depth());
      return of + 1;
    }
  }

  class Inner {
    int seen = outer;

    int both() {
      return seen + outer++;
    }
  }

  static class Lazily {
    static int made = 1;
    static int[] table = new int[6];

    static {
      for (int i = 0; i < table.length; i++) table[i] = made << i;
    }
  }

  int outer = 4;

  public static void main(String[] arguments) throws Exception {
    Node[] root = {new Node(500)};
    Thread builder = new Thread() {
      private int made;

      @Override
      public void run() {
        for (int each = 0; each < 60; each++) {
          root[0] = root[0].insert((each * 7919) % 1000);
          made++;
        }
      }
    };
    builder.setName("builder");
    builder.start();
    builder.join();
    Objects objects = new Objects();
    Inner inner = objects.new Inner();
    IntSupplier supplier = () -> inner.both() + Lazily.table[2];
    Thread reader = new Thread(() -> objects.outer += supplier.getAsInt(), "reader");
    reader.start();
    reader.join();
    System.out.println(root[0].depth() + " " + objects.outer + " " + Lazily.made);
  }
}
