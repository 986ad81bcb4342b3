import java.util.ArrayList;
import java.util.List;

// A stock tells its watchers with its lock held; a portfolio asks the stock with its own held.
public class ObserversInOrderDeadlock {
  interface Watcher {
    void changed(Stock stock);
  }

  static final class Stock {
    private final List<Watcher> watchers = new ArrayList<>();
    private int price;

    synchronized void watch(Watcher watcher) {
      watchers.add(watcher);  //~ deadlock E: wants
    }

    synchronized void set(int value) {
      price = value;
      watchers.forEach(watcher -> watcher.changed(this));
    }

    synchronized int price() {
      return price;  //~ deadlock D: wants
    }
  }

  static final class Portfolio implements Watcher {
    private final List<Stock> stocks = new ArrayList<>();
    private int value;

    synchronized void buy(Stock stock) {
      stocks.add(stock);
      stock.watch(this);
      value += stock.price();
    }

    @Override
    public synchronized void changed(Stock stock) {
      value += stocks.contains(stock) ? 1 : 0;  //~ deadlock D: wants; deadlock E: wants
    }
  }

  public static void main(String[] arguments) {
    Stock stock = new Stock();
    Portfolio portfolio = new Portfolio();
    new Thread(() -> stock.set(7)).start();
    portfolio.buy(stock);
  }
}
