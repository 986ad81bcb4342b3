package suite;

class QueueTest implements TestCase {
  private int taken;

  @Override
  public void test() {
    Thread worker = new Thread(() -> taken = 1);
    worker.start();
    try {
      worker.join();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    if (taken != 1) {
      throw new AssertionError();
    }
  }
}
