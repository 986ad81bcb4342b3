import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class CasStackOk {
    static class Node { final int value; Node next; Node(int value) { this.value = value; } }

    private final AtomicReference<Node> top = new AtomicReference<>();
    private final AtomicInteger size = new AtomicInteger();

    void push(int value) {
        Node node = new Node(value);
        Node old;
        do {
            old = top.get();
            node.next = old;
        } while (!top.compareAndSet(old, node));
        size.incrementAndGet();
    }

    int pop() {
        while (true) {
            Node old = top.get();
            if (old == null) return -1;
            if (top.compareAndSet(old, old.next)) return old.value;
        }
    }

    public static void main(String[] args) {
        CasStackOk stack = new CasStackOk();
        for (int i = 0; i < 3; i++) {
            int n = i;
            new Thread(() -> stack.push(n)).start();
            new Thread(() -> System.out.println(stack.pop())).start();
        }
    }
}
