import java.lang.reflect.Field;
import sun.misc.Unsafe;

// All accesses are volatile or compare-and-set, through the offset.
public class UnsafeOk {
  static final Unsafe UNSAFE;
  static final long OFFSET;
  int value;

  static {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      UNSAFE = (Unsafe) field.get(null);
      OFFSET = UNSAFE.objectFieldOffset(UnsafeOk.class.getDeclaredField("value"));
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    UnsafeOk box = new UnsafeOk();
    new Thread(() -> UNSAFE.compareAndSwapInt(box, OFFSET, 0, 1)).start();
    System.out.println(UNSAFE.getIntVolatile(box, OFFSET));
  }
}
