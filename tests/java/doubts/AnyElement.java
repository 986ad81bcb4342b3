// All workers have the element of one number: nothing speaks for elements of their own.
// no doubt: each has the element of a number of its own, given in a loop
class AnyElement {
  private static final Thread[] workers = new Thread[4];
  private static int number;

  static class Worker implements Runnable {
    @Override
    public void run() {
      workers[number] = Thread.currentThread();
      workers[number] = null;
    }
  }

  public static void main(String[] arguments) {
    number = arguments.length % 4;
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker()).start();
    }
  }
}
