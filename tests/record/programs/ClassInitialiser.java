// races: ClassInitialiser.shared
public class ClassInitialiser {
  static int shared;

  static class Holder {
    static final Holder INSTANCE = new Holder();
    static int[] table = new int[16];
    static int size;
    int value;

    static {
      for (int each = 0; each < table.length; each++) table[each] = each;
      size = table.length;
    }

    Holder() {
      value = 3;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      int sum = Holder.INSTANCE.value + Holder.size;
      for (int each : Holder.table) sum += each;
      shared = sum;
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(shared);
  }
}
