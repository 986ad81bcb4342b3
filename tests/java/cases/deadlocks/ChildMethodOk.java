// A parent calls a method of its child, both synchronized: always in this direction.
public class ChildMethodOk {
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
    Node root = new Node(new Node(null));
    new Thread(root::visit).start();
    new Thread(root::visit).start();
  }
}
