import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Plain modes of a handle are plain accesses.
public class VarHandlePlainRacy {
  static final VarHandle COUNT;
  int count;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(VarHandlePlainRacy.class, "count", int.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    VarHandlePlainRacy box = new VarHandlePlainRacy();
    new Thread(() -> {
      COUNT.set(box, 1);  //~ data-race A(count): write
    }).start();
    System.out.println((int) COUNT.get(box));  //~ data-race A(count): read
  }
}
