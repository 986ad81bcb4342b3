import java.util.ArrayList;
import java.util.List;

// The parent locks itself and then the child, the child itself and then the parent.
public class ParentChildDeadlock {
  private final List<ParentChildDeadlock> children = new ArrayList<>();
  private ParentChildDeadlock parent;

  void add(ParentChildDeadlock child) {
    synchronized (this) {
      children.add(child);
      synchronized (child) {  //~ deadlock D: wants
        child.parent = this;
      }
    }
  }

  void leave() {
    synchronized (this) {
      synchronized (parent) {  //~ deadlock D: wants
        parent.children.remove(this);
      }
    }
  }

  public static void main(String[] arguments) {
    ParentChildDeadlock root = new ParentChildDeadlock();
    ParentChildDeadlock leaf = new ParentChildDeadlock();
    root.add(leaf);
    new Thread(leaf::leave).start();
    root.add(leaf);
  }
}
