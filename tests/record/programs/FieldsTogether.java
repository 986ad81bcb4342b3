// races: FieldsTogether$Pair.later, FieldsTogether$Pair.second
import java.util.concurrent.CountDownLatch;

/** Fields of one object, written one right behind the other, with and without a volatile write in between. */
public class FieldsTogether {
  static class Pair {
    int first, second;
    int before, later, third;
    volatile boolean isSet;

    Pair() {
      first = 1;
      second = 2;
      third = 3;
    }

    void publish() {
      before = 1;
      third = 2;
      isSet = true;
      later = 1;
      second++;
    }

    int look() {
      int sum = 0;
      while (!isSet) Thread.onSpinWait();
      sum += before + third;
      return sum + later + second;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Pair pair = new Pair();
    CountDownLatch ready = new CountDownLatch(2);
    Thread writer = new Thread(() -> {
      ready.countDown();
      pair.publish();
    });
    Thread reader = new Thread(() -> {
      ready.countDown();
      pair.look();
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(pair.first + pair.before);
  }
}
