import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// One side goes through the handle, the other one straight to the field.
public class VarHandleMixedRacy {
  static final VarHandle COUNT;
  int count;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(VarHandleMixedRacy.class, "count", int.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    VarHandleMixedRacy box = new VarHandleMixedRacy();
    new Thread(() -> {
      COUNT.setVolatile(box, 1);  //~ data-race A: write
    }).start();
    System.out.println(box.count);  //~ data-race A: read
  }
}
