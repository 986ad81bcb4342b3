package suite;

class QueueTest implements TestCase {
  private int taken;

  @Override
  public void test() {
    new Thread(() -> {
      taken = 1;  //~ data-race A: write
    }).start();
    if (taken != 1) {  //~ data-race A: read
      throw new AssertionError();
    }
  }
}
