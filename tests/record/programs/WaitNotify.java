// races: none
public class WaitNotify {
  private int box;
  private boolean full;

  synchronized void put(int value) throws InterruptedException {
    while (full) wait();
    box = value;
    full = true;
    notifyAll();
  }

  synchronized int take() throws InterruptedException {
    while (!full) wait(1000);
    full = false;
    notify();
    return box;
  }

  public static void main(String[] arguments) throws Exception {
    WaitNotify channel = new WaitNotify();
    Thread producer = new Thread(() -> {
      try {
        for (int each = 0; each < 100; each++) channel.put(each);
      } catch (InterruptedException end) {
        System.out.println("interrupted");
      }
    });
    producer.start();
    int sum = 0;
    for (int each = 0; each < 100; each++) sum += channel.take();
    producer.join();
    Thread waiter = new Thread(() -> {
      synchronized (channel) {
        synchronized (channel) {
          try {
            channel.wait();
          } catch (InterruptedException expected) {
            channel.box = -1;
          }
        }
        channel.full = false;
      }
    });
    waiter.start();
    waiter.interrupt();
    synchronized (channel) {
      channel.box++;
    }
    waiter.join();
    System.out.println(sum);
  }
}
