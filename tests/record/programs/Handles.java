// races: Handles.bare
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Handles {
  static final VarHandle READY;
  int ready, data, bare;

  static {
    try {
      READY = MethodHandles.lookup().findVarHandle(Handles.class, "ready", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Handles shared = new Handles();
    Thread reader = new Thread(() -> {
      shared.bare++;
      while ((int) READY.getAcquire(shared) == 0) Thread.onSpinWait();
      shared.data++;
    });
    reader.start();
    shared.data = 5;
    READY.setRelease(shared, 1);
    shared.bare++;
    reader.join();
    System.out.println(shared.data);
  }
}
