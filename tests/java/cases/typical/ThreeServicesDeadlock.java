// Orders call stock, stock calls billing, billing calls orders, each under its own lock.
public class ThreeServicesDeadlock {
  static class Orders {
    Stock stock;
    synchronized void place() {
      stock.reserve();
    }
    synchronized void note() {
      System.out.println("note");  //~ deadlock A: wants; deadlock B: wants
    }
  }

  static class Stock {
    Billing billing;
    synchronized void reserve() {
      billing.charge();  //~ deadlock A: wants
    }
  }

  static class Billing {
    Orders orders;
    synchronized void charge() {
      System.out.println("charge");  //~ deadlock A: wants; deadlock B: wants
    }
    synchronized void refund() {
      orders.note();
    }
  }

  public static void main(String[] arguments) {
    Orders orders = new Orders();
    Stock stock = new Stock();
    Billing billing = new Billing();
    orders.stock = stock;
    stock.billing = billing;
    billing.orders = orders;
    new Thread(orders::place).start();
    new Thread(stock::reserve).start();
    new Thread(billing::refund).start();
  }
}
