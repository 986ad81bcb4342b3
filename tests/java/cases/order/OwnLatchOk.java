// A latch written by hand.
public class OwnLatchOk {
  static class Latch {
    private int count;

    Latch(int count) {
      this.count = count;
    }

    synchronized void countDown() {
      if (count > 0) {
        count--;
        if (count == 0) {
          notifyAll();
        }
      }
    }

    synchronized void await() throws InterruptedException {
      while (count > 0) {
        wait();
      }
    }
  }

  static int first, second;

  public static void main(String[] arguments) throws InterruptedException {
    Latch latch = new Latch(2);
    new Thread(() -> {
      first = 1;
      latch.countDown();
    }).start();
    new Thread(() -> {
      second = 2;
      latch.countDown();
    }).start();
    latch.await();
    System.out.println(first + second);
  }
}
