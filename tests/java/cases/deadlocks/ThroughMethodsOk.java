// The cache calls the store when it has given its own lock back.
public class ThroughMethodsOk {
  static class Cache {
    private Store store;
    private int size;

    void evict() {
      synchronized (this) {
        size--;
      }
      store.save();
    }

    synchronized void drop() {
      size = 0;
    }
  }

  static class Store {
    private Cache cache;
    private int writes;

    synchronized void save() {
      writes++;
    }

    synchronized void refresh() {
      cache.drop();
    }
  }

  public static void main(String[] arguments) {
    Cache cache = new Cache();
    Store store = new Store();
    cache.store = store;
    store.cache = cache;
    new Thread(cache::evict).start();
    new Thread(store::refresh).start();
  }
}
