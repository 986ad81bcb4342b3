// A latch written by hand, made for one though two are waited for.
public class OwnLatchTooSmallRacy {
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
    Latch latch = new Latch(1);
    new Thread(() -> {
      first = 1;  //~ data-race A: write
      latch.countDown();
    }).start();
    new Thread(() -> {
      second = 2;  //~ data-race B: write
      latch.countDown();
    }).start();
    latch.await();
    System.out.println(first + second);  //~ data-race A(first): read; data-race B(second): read
  }
}
