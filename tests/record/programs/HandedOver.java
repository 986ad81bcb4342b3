// races: HandedOver.racy, HandedOver$Job.after
import java.util.*;
import java.util.concurrent.*;
public class HandedOver {
  static int racy;
  static class Job implements Delayed {
    int value;
    int after;
    String name = "j";
    public long getDelay(TimeUnit u) {
      return 0;
    }
    public int compareTo(Delayed o) {
      return 0;
    }
  }
  interface Put {
    void put(Job j) throws Exception;
  }
  interface Take {
    Job take() throws Exception;
  }
  static void pass(String name, Put put, Take take) throws Exception {
    Job job = new Job();
    Thread t = new Thread(() -> {
      try {
        Job got = take.take();
        got.value++;
        got.after++;
      } catch (Exception e) {
        e.printStackTrace();
      }
    });
    t.start();
    job.value = 1;
    put.put(job);
    job.after++;
    t.join();
    System.out.println(name + job.value);
  }
  public static void main(String[] a) throws Exception {
    SynchronousQueue<Job> sync = new SynchronousQueue<>();
    pass("sync", sync::put, sync::take);
    SynchronousQueue<Job> fair = new SynchronousQueue<>(true);
    pass("fair", j -> {
      while (!fair.offer(j)) Thread.yield();
    }, () -> fair.poll(5, TimeUnit.SECONDS));
    DelayQueue<Job> delay = new DelayQueue<>();
    pass("delay", delay::put, delay::take);
    LinkedTransferQueue<Job> transfer = new LinkedTransferQueue<>();
    pass("transfer", transfer::transfer, transfer::take);
    BlockingQueue<Job> array = new ArrayBlockingQueue<>(2);
    pass("array", array::add, () -> {
      Job j;
      while ((j = array.poll()) == null) Thread.yield();
      return j;
    });
    BlockingDeque<Job> deque = new LinkedBlockingDeque<>();
    pass("deque", deque::putFirst, deque::takeLast);
    ConcurrentLinkedQueue<Job> clq = new ConcurrentLinkedQueue<>();
    pass("clq", clq::add, () -> {
      while (clq.isEmpty()) Thread.yield();
      return clq.remove();
    });
    ConcurrentLinkedDeque<Job> cld = new ConcurrentLinkedDeque<>();
    pass("cld", cld::push, () -> {
      Job j;
      while ((j = cld.peekFirst()) == null) Thread.yield();
      return j;
    });
    PriorityBlockingQueue<Job> prio = new PriorityBlockingQueue<>(3, (x, y) -> 0);
    pass("prio", prio::offer, prio::take);
    LinkedBlockingQueue<Job> lbq = new LinkedBlockingQueue<>();
    pass("lbq", j -> lbq.addAll(List.of(j)), () -> {
      List<Job> l = new ArrayList<>();
      while (lbq.drainTo(l) == 0) Thread.yield();
      return l.get(0);
    });
    Exchanger<Job> ex = new Exchanger<>();
    Job mine = new Job();
    Thread t = new Thread(() -> {
      try {
        Job other = new Job();
        other.value = 3;
        Job got = ex.exchange(other);
        got.value++;
      } catch (Exception e) {
      }
    });
    t.start();
    mine.value = 1;
    Job theirs = ex.exchange(mine, 5, TimeUnit.SECONDS);
    theirs.value++;
    t.join();
    Thread r = new Thread(() -> racy++);
    r.start();
    racy++;
    r.join();
    System.out.println(mine.value + " " + theirs.value);
  }
}
