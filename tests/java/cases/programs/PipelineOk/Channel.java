package pipeline;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Channel<T> {
  private final BlockingQueue<T> queue = new LinkedBlockingQueue<>();

  public void send(T item) throws InterruptedException {
    queue.put(item);
  }

  public T receive() throws InterruptedException {
    return queue.take();
  }
}
