// Nobody can race for what nobody else has.
package ownership;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;

@Retention(RetentionPolicy.CLASS) @interface ThreadSafe {}

class Item {
  int size;
  Item next;
  Item() {}
  Item(int size) { this.size = size; }
  Item withSize(int to) { size = to; return this; }
  void setSize(int to) { size = to; }
  static Item make() { return new Item(); }
  static Item same(Item item) { return item; }
}

@ThreadSafe
class Fresh {
  private Item kept;
  private Item second;
  private static Item global;
  private final Item fixed = new Item();

  void freshOk() { Item item = new Item(); item.size = 1; }
  void freshCallOk() { Item item = new Item(); item.setSize(2); }
  void returnedOk() { Item.make().size = 3; }
  void builderOk() { new Item().withSize(3).withSize(4).setSize(5); }
  void sameOk() { Item.same(new Item()).size = 3; }
  void deepOk() { Item item = new Item(); item.next = new Item(); item.next.size = 2; }
  void conditionalOk(boolean b) { Item item = b ? new Item() : new Item(3); item.size = 4; }
  void conditionalBad(boolean b) { Item item = b ? new Item() : fixed; item.size = 4; }
  void loopOk() { for (int i = 0; i < 3; i++) { Item item = new Item(); item.size = i; } }
  void parameterBad(Item item) { item.size = 1; }
  void fixedBad() { fixed.size = 2; }
  private static void fill(Item item) { item.size = 9; }
  void filledOk() { fill(new Item()); }
  void filledBad() { fill(fixed); }
  void arrayOk() { int[] cells = new int[3]; cells[0] = 1; }
  void listOk() { List<String> list = new ArrayList<>(); list.add("a"); }
  Item chainOk() { Item item = new Item(); item.next = new Item(); return item; }
}

// What was stored where others find it is no longer ours.
@ThreadSafe
class Escaped {
  private final Holder holder = new Holder();
  static class Holder { volatile Item item; volatile Item before; }
  void storedBad() { Item item = new Item(); holder.item = item; item.size = 1; }
  void beforeStoreOk() { Item item = new Item(); item.size = 1; holder.before = item; }
  private static volatile Item global;
  void staticBad() { Item item = new Item(); global = item; item.size = 1; }
}

// Constructors have the object to themselves.
@ThreadSafe
class Constructed {
  private int a;
  private int b;
  Constructed() { a = 1; init(); }
  private void init() { b = 2; }
  void writeBad() { a = 3; }
}

// A container owned by nobody else.
@ThreadSafe
class Local {
  int sumOk(int[] of) { int sum = 0; for (int i = 0; i < 3; i++) sum += i; return sum; }
  private static class Cursor { int at; }
  int walkOk() { Cursor cursor = new Cursor(); while (cursor.at < 3) cursor.at++; return cursor.at; }
}
