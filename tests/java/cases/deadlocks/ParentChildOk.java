// Locks of one class, always from the parent down to the child.
public class ParentChildOk {
  static class Node {
    private final Node child;
    private int visits;

    Node(Node child) {
      this.child = child;
    }

    synchronized void visit() {
      visits++;
      if (child != null) {
        child.visit();
      }
    }
  }

  public static void main(String[] arguments) {
    Node leaf = new Node(null);
    Node root = new Node(new Node(leaf));
    new Thread(root::visit).start();
    new Thread(root::visit).start();
    leaf.visit();
  }
}
