import java.util.concurrent.atomic.AtomicReference;

public class CasStackRacy {
    static class Node { int value; Node next; }

    private final AtomicReference<Node> top = new AtomicReference<>();

    boolean push(Node node) {
        Node old = top.get();
        node.next = old;
        boolean done = top.compareAndSet(old, node);
        node.value = 1; //~ data-race A: write
        return done;
    }

    void pushAll() {
        Node node = new Node();
        if (top.compareAndSet(null, node))
            node.value = 2; //~ data-race B(value): write
    }

    int look() {
        Node old = top.get();
        return old == null ? 0 : old.value; //~ data-race A(value): read; data-race B(value): read
    }

    public static void main(String[] args) {
        CasStackRacy stack = new CasStackRacy();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> stack.push(new Node())).start();
            new Thread(stack::pushAll).start();
            new Thread(() -> System.out.println(stack.look())).start();
        }
    }
}
