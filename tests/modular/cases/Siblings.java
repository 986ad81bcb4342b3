// One object has one class: what a subclass does to itself does not meet what its sibling does.
package siblings;

class Server {
  protected Object bean;
  protected int state;
  synchronized void startOk() { state = 1; register(); }
  protected void register() {}
}

// Both write what their base class has, each its own.
class Leading extends Server {
  @Override protected void register() { synchronized (this) { bean = "leading"; } }
  synchronized Object beanOk() { return bean; }
}

class Learning extends Server {
  void joinOk() { bean = "learning"; }
}

// The base class's own methods run on all of them.
class Tracked {
  protected int count;
  synchronized int countBad() { return count; }
}

class Tracking extends Tracked {
  void addBad() { count++; }
}

// Who extends the other may be both.
class Derived extends Tracked {
  synchronized void growOk() { count++; }
}

class MoreDerived extends Derived {
  void shrinkBad() { count--; }
}

// A class that has its own load never runs the one it overrides.
class Store {
  protected Object prepared;
  public synchronized void loadOk() { prepared = "plain"; }
}

class PooledStore extends Store {
  @Override public void loadOk() {}
  public Object preparedOk() { return prepared; }
}

// But for one that calls it.
class Journal {
  protected Object last;
  public synchronized void write() { last = "plain"; }
}

class FlushedJournal extends Journal {
  @Override public void write() { super.write(); }
  public Object lastBad() { return last; }
}

// Or that has another method which calls it.
class Ledger {
  protected Object entry;
  public synchronized void book() { entry = "plain"; }
}

class ClosedLedger extends Ledger {
  @Override public void book() {}
  void reopen() { super.book(); }
  public Object entryBad() { return entry; }
}

// What came as an argument may be of any class.
class Guest {
  protected Object room;
  synchronized void moveBad() { room = "here"; }
}

class Visitor {
  void visitBad(Guest guest) { guest.room = null; }
}
