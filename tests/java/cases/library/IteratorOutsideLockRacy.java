import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

// The iterator is made under the lock and used without it.
public class IteratorOutsideLockRacy {
  private final List<Integer> ages = new ArrayList<>();

  synchronized void add() {
    ages.add(36);  //~ data-race A(ages): write
  }

  int first() {
    Iterator<Integer> next;
    synchronized (this) {
      next = ages.iterator();
    }
    return next.next();  //~ data-race A(ages): read
  }

  public static void main(String[] arguments) {
    IteratorOutsideLockRacy people = new IteratorOutsideLockRacy();
    people.add();
    new Thread(people::add).start();
    System.out.println(people.first());
  }
}
