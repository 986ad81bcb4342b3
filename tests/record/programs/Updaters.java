// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Updaters {
  static final AtomicIntegerFieldUpdater<Updaters> state =
      AtomicIntegerFieldUpdater.newUpdater(Updaters.class, "ready");
  volatile int ready;
  int data;

  public static void main(String[] arguments) throws Exception {
    Updaters shared = new Updaters();
    Thread reader = new Thread(() -> {
      while (state.get(shared) == 0) Thread.onSpinWait();
      shared.data++;
    });
    reader.start();
    shared.data = 5;
    state.set(shared, 1);
    reader.join();
    System.out.println(shared.data);
  }
}
