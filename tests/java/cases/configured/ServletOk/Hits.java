package web;

import java.util.concurrent.atomic.AtomicInteger;

class Hits implements Servlet {
  private final AtomicInteger hits = new AtomicInteger();

  @Override
  public void service(String request) {
    int number = hits.incrementAndGet();
    StringBuilder answer = new StringBuilder();
    answer.append(request).append(number);
  }
}
