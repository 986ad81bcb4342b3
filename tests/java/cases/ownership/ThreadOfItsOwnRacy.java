// One makes two threads of itself; another one a thread each time it is started.
public class ThreadOfItsOwnRacy {
  static class Twice implements Runnable {
    final Thread[] threads = new Thread[2];
    int ticks;

    Twice() {
      for (int i = 0; i < 2; i++) threads[i] = new Thread(this);
    }

    @Override
    public void run() {
      ticks++;  //~ data-race A*: read, write
    }
  }

  static class Again implements Runnable {
    Thread thread;
    int tocks;

    void start() {
      thread = new Thread(this);
      thread.start();
    }

    @Override
    public void run() {
      tocks++;  //~ data-race B*: read, write
    }
  }

  public static void main(String[] arguments) {
    Twice twice = new Twice();
    for (Thread thread : twice.threads) thread.start();
    Again again = new Again();
    again.start();
    again.start();
  }
}
