// The thread that the initialiser starts has the object already, and need not wait for the class.
public class InitializerFillsLateRacy {
  static class Reader extends Thread {
    int value;

    @Override
    public void run() {
      System.out.println(value);  //~ data-race A: read
    }
  }

  static class Holder {
    static final Reader READER;

    static {
      READER = new Reader();
      READER.start();
      READER.value = 7;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    System.out.println(Holder.READER.getName());
  }
}
