// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Queues {
  static class Message {
    int text;
  }

  static void pass(BlockingQueue<Message> queue) throws Exception {
    Thread producer = new Thread(() -> {
      try {
        for (int each = 0; each < 20; each++) {
          Message message = new Message();
          message.text = each;
          queue.put(message);
        }
      } catch (InterruptedException end) {
        throw new IllegalStateException(end);
      }
    });
    producer.start();
    int sum = 0;
    for (int each = 0; each < 20; each++) {
      Message message = each % 2 == 0 ? queue.take() : queue.poll(1, TimeUnit.MINUTES);
      sum += message.text++;
    }
    producer.join();
    System.out.println(sum);
  }

  public static void main(String[] arguments) throws Exception {
    pass(new LinkedBlockingQueue<>());
    pass(new ArrayBlockingQueue<>(2));
    pass(new SynchronousQueue<>());
    pass(new LinkedTransferQueue<>());
    pass(new LinkedBlockingDeque<>());
    ConcurrentLinkedQueue<Message> free = new ConcurrentLinkedQueue<>();
    Thread producer = new Thread(() -> {
      Message message = new Message();
      message.text = 3;
      free.add(message);
    });
    producer.start();
    Message message;
    while ((message = free.poll()) == null) Thread.onSpinWait();
    message.text++;
    producer.join();
  }
}
