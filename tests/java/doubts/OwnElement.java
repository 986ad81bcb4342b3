// Each worker got its number in the loop that made it, and has the element of that number; but the
// loop may run twice.
// doubt: each has the element of a number of its own, given in a loop
class OwnElement {
  private static final Thread[] workers = new Thread[4];

  static class Worker implements Runnable {
    private final int number;

    Worker(int given) {
      number = given;
    }

    @Override
    public void run() {
      workers[number] = Thread.currentThread();
      workers[number] = null;
    }
  }

  static void begin() {
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker(i)).start();
    }
  }

  public static void main(String[] arguments) {
    begin();
    begin();
  }
}
