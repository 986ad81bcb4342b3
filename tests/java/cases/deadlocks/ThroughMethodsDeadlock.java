// The second lock is taken two calls further down.
public class ThroughMethodsDeadlock {
  static class Cache {
    private Store store;

    synchronized void evict() {
      store.save();
    }

    synchronized void drop() { }  //~ deadlock A: wants
  }

  static class Store {
    private Cache cache;

    void save() {
      write();
    }

    private synchronized void write() { }  //~ deadlock A: wants

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
