import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// One message goes into the queues of all, and each of them changes it.
public class QueueForAllRacy {
  static class Message {
    int readers;
  }

  static class Subscriber extends Thread {
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();

    @Override
    public void run() {
      try {
        while (true) {
          note(inbox.take());
        }
      } catch (InterruptedException e) {
        System.out.println("done");
      }
    }

    private static void note(Message message) {
      message.readers++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    Subscriber[] all = new Subscriber[3];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Subscriber();
      all[i].start();
    }
    for (int i = 0; i < 10; i++) {
      Message message = new Message();
      for (Subscriber one : all) {
        one.inbox.add(message);
      }
    }
  }
}
