import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

// Two subscribers of one publisher run on different threads.
public class FlowRacy {
  static int sum;

  static class Adder implements Flow.Subscriber<Integer> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
      sum += item;  //~ data-race A*: read, write
    }

    @Override
    public void onError(Throwable error) { }

    @Override
    public void onComplete() { }
  }

  public static void main(String[] arguments) {
    try (SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>()) {
      numbers.subscribe(new Adder());
      numbers.subscribe(new Adder());
      numbers.submit(1);
    }
  }
}
