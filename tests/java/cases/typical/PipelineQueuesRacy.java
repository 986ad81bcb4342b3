import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// A job goes from stage to stage by queues; the first stage still writes to it.
public class PipelineQueuesRacy {
  static class Job {
    String text;
    int length;
    boolean last;
  }

  static class Parser extends Thread {
    private final BlockingQueue<Job> in, out;

    Parser(BlockingQueue<Job> in, BlockingQueue<Job> out) {
      this.in = in;
      this.out = out;
    }

    @Override
    public void run() {
      try {
        boolean last = false;
        while (!last) {
          Job job = in.take();
          job.length = job.text.length();  //~ data-race A(text): read
          last = job.last;
          out.put(job);
        }
      } catch (InterruptedException e) {
        interrupt();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Job> read = new LinkedBlockingQueue<>(), parsed = new LinkedBlockingQueue<>();
    new Parser(read, parsed).start();
    for (int i = 0; i < 3; i++) {
      Job job = new Job();
      job.text = "line " + i;
      job.last = i == 2;
      read.put(job);
      job.text = null;  //~ data-race A(text): write
    }
    for (int i = 0; i < 3; i++) System.out.println(parsed.take().length);
  }
}
