// The initialiser orders what it wrote, not what is written later.
public class HolderChangedRacy {
  static class Holder {
    static int size = 1;
  }

  static void look() {
    Holder.size++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(HolderChangedRacy::look).start();
    new Thread(HolderChangedRacy::look).start();
  }
}
