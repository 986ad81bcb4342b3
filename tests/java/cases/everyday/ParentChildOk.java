import java.util.ArrayList;
import java.util.List;

// Always the parent first, then the child.
public class ParentChildOk {
  private final List<ParentChildOk> children = new ArrayList<>();
  private ParentChildOk parent;

  void add(ParentChildOk child) {
    synchronized (this) {
      children.add(child);
      synchronized (child) {
        child.parent = this;
      }
    }
  }

  void leave(ParentChildOk home) {
    synchronized (home) {
      synchronized (this) {
        home.children.remove(this);
        parent = null;
      }
    }
  }

  public static void main(String[] arguments) {
    ParentChildOk root = new ParentChildOk();
    ParentChildOk leaf = new ParentChildOk();
    root.add(leaf);
    new Thread(() -> leaf.leave(root)).start();
    root.add(leaf);
  }
}
