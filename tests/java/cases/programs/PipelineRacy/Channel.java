package pipeline;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class Channel<T> {
  private final BlockingQueue<T> queue = new LinkedBlockingQueue<>();

  void send(T item) throws InterruptedException {
    queue.put(item);
  }

  T receive() throws InterruptedException {
    return queue.take();
  }
}
