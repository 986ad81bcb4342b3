// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Exchange {
  static class Box {
    int value;
  }

  public static void main(String[] arguments) throws Exception {
    Exchanger<Box> exchanger = new Exchanger<>();
    Thread worker = new Thread(() -> {
      try {
        Box mine = new Box();
        mine.value = 1;
        exchanger.exchange(mine).value++;
      } catch (InterruptedException end) {
        throw new IllegalStateException(end);
      }
    });
    worker.start();
    Box box = new Box();
    box.value = 5;
    Box other = exchanger.exchange(box);
    other.value++;
    worker.join();
    System.out.println(box.value + other.value);
  }
}
