import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// All accesses go through the handle, none of them plain.
public class VarHandleAtomicOk {
  static final VarHandle COUNT;
  int count;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(VarHandleAtomicOk.class, "count", int.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    VarHandleAtomicOk box = new VarHandleAtomicOk();
    new Thread(() -> {
      COUNT.getAndAdd(box, 1);
    }).start();
    System.out.println((int) COUNT.getOpaque(box));
  }
}
