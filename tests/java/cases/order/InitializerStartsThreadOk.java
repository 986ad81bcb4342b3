// The thread that the initialiser starts needs the class, and waits until the initialiser is over.
public class InitializerStartsThreadOk {
  static class Reader extends Thread {
    @Override
    public void run() {
      System.out.println(Holder.value);
    }
  }

  static class Holder {
    static int value;

    static {
      new Reader().start();
      value = 7;
    }
  }

  public static void main(String[] arguments) {
    System.out.println(Holder.value);
  }
}
