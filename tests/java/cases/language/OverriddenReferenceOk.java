/** Each job is worked on by a thread of its own, or under its lock. */
public class OverriddenReferenceOk {
  static abstract class Job {
    abstract void work();
  }

  static class Count extends Job {
    int done;

    @Override void work() {
      done++;
    }
  }

  static class Safe extends Job {
    int done;

    @Override synchronized void work() {
      done++;
    }
  }

  static void start(Job job) {
    new Thread(job::work).start();
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      Job own = new Count();
      new Thread(own::work).start();
    }
    Safe shared = new Safe();
    start(shared);
    start(shared);
  }
}
