import java.lang.reflect.Field;
import sun.misc.Unsafe;

// A plain store into a field through its offset.
public class UnsafeRacy {
  static final Unsafe UNSAFE;
  static final long OFFSET;
  int value;

  static {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      UNSAFE = (Unsafe) field.get(null);
      OFFSET = UNSAFE.objectFieldOffset(UnsafeRacy.class.getDeclaredField("value"));
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    UnsafeRacy box = new UnsafeRacy();
    new Thread(() -> {
      UNSAFE.putInt(box, OFFSET, 1);  //~ data-race A: write
    }).start();
    System.out.println(box.value);  //~ data-race A: read
  }
}
