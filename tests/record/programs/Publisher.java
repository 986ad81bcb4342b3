// races: Publisher$Message.late
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** Messages are published, and one is changed afterwards. */
public class Publisher {
  static class Message {
    int early, late;
  }

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    SubmissionPublisher<Message> publisher = new SubmissionPublisher<>();
    publisher.subscribe(new Flow.Subscriber<>() {
      int sum;

      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(10);
      }

      @Override
      public void onNext(Message message) {
        sum += message.early;
        try {
          Thread.sleep(30);
        } catch (InterruptedException stopped) {
          return;
        }
        sum += message.late;
      }

      @Override
      public void onError(Throwable thrown) {}

      @Override
      public void onComplete() {
        System.out.println(sum > 0);
        end.countDown();
      }
    });
    for (int each = 1; each < 4; each++) {
      Message message = new Message();
      message.early = each;
      publisher.submit(message);
      message.late = each;
    }
    publisher.close();
    end.await();
  }
}
