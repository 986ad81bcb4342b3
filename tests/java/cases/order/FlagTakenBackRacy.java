// Another thread may set the flag as well, having done nothing before.
public class FlagTakenBackRacy {
  private boolean open;
  private int price;

  synchronized void open() {
    open = true;
    notifyAll();
  }

  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    FlagTakenBackRacy shop = new FlagTakenBackRacy();
    new Thread(() -> {
      shop.price = 7;  //~ data-race A: write
      shop.open();
    }).start();
    new Thread(shop::open).start();
    shop.await();
    System.out.println(shop.price);  //~ data-race A: read
  }
}
