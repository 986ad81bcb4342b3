import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

// The calls to one subscriber come one after the other; each has its own sum.
public class FlowOk {
  static class Adder implements Flow.Subscriber<Integer> {
    private int sum;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
      sum += item;
    }

    @Override
    public void onError(Throwable error) { }

    @Override
    public void onComplete() {
      System.out.println(sum);
    }
  }

  public static void main(String[] arguments) {
    try (SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>()) {
      numbers.subscribe(new Adder());
      numbers.subscribe(new Adder());
      numbers.submit(1);
    }
  }
}
