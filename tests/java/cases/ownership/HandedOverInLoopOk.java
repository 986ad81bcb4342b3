import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Each round makes a message, fills what hangs on it, and hands it over. */
public class HandedOverInLoopOk {
    static class Message {
        final List<String> tags = new ArrayList<>();
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(10);
        Runnable consumer = () -> {
            try {
                while (true) {
                    Message message = queue.take();
                    message.tags.add("seen");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        new Thread(consumer).start();
        new Thread(consumer).start();
        for (int i = 0; i < 10; i++) {
            Message message = new Message();
            message.tags.add("sent");
            queue.put(message);
        }
    }
}
