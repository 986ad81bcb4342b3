// races: UsedAfterPut$Message.text
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class UsedAfterPut {
  static class Message {
    int text;
  }

  public static void main(String[] arguments) throws Exception {
    BlockingQueue<Message> queue = new LinkedBlockingQueue<>();
    Thread producer = new Thread(() -> {
      Message message = new Message();
      queue.add(message);
      message.text = 3;
    });
    producer.start();
    queue.take().text++;
    producer.join();
    System.out.println("done");
  }
}
