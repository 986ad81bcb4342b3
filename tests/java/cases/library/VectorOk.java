import java.util.Hashtable;
import java.util.Random;
import java.util.Vector;

// Old collections and Random are made for several threads.
public class VectorOk {
  static final Vector<Integer> NUMBERS = new Vector<>();
  static final Hashtable<Integer, Integer> TABLE = new Hashtable<>();
  static final Random RANDOM = new Random(1);

  static void draw() {
    int number = RANDOM.nextInt();
    NUMBERS.add(number);
    TABLE.put(number, NUMBERS.size());
  }

  public static void main(String[] arguments) {
    new Thread(VectorOk::draw).start();
    new Thread(VectorOk::draw).start();
  }
}
