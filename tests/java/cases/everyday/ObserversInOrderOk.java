import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// A stock tells its watchers when it has given its lock back.
public class ObserversInOrderOk {
  interface Watcher {
    void changed(Stock stock);
  }

  static final class Stock {
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private int price;

    synchronized void watch(Watcher watcher) {
      watchers.add(watcher);
    }

    void set(int value) {
      synchronized (this) {
        price = value;
      }
      watchers.forEach(watcher -> watcher.changed(this));
    }

    synchronized int price() {
      return price;
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
      value += stocks.contains(stock) ? 1 : 0;
    }
  }

  public static void main(String[] arguments) {
    Stock stock = new Stock();
    Portfolio portfolio = new Portfolio();
    new Thread(() -> stock.set(7)).start();
    portfolio.buy(stock);
  }
}
