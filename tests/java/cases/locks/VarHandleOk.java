import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// The field is plain, each access through the handle is not; data is published by it.
public class VarHandleOk {
  static final VarHandle READY;
  static int data;
  boolean ready;

  static {
    try {
      READY = MethodHandles.lookup().findVarHandle(VarHandleOk.class, "ready", boolean.class);
    } catch (ReflectiveOperationException error) {
      throw new ExceptionInInitializerError(error);
    }
  }

  public static void main(String[] arguments) {
    VarHandleOk gate = new VarHandleOk();
    new Thread(() -> {
      data = 42;
      READY.setRelease(gate, true);
    }).start();
    while (!(boolean) READY.getAcquire(gate)) {
      Thread.onSpinWait();
    }
    System.out.println(data);
  }
}
