import java.util.concurrent.CountDownLatch;

// Workers wait at a gate; what main wrote before it opened they may read.
public class StartGateOk {
  static String plan;

  public static void main(String[] arguments) {
    CountDownLatch gate = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        try {
          gate.await();
        } catch (InterruptedException stopped) {
          return;
        }
        System.out.println(plan);
      }).start();
    }
    plan = "weave";
    gate.countDown();
  }
}
