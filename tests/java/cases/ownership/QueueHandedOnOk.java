import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// Who takes a page hands it on to methods of its own, which fill it.
public class QueueHandedOnOk {
  static class Page {
    final String address;
    String body;
    List<String> links = new ArrayList<>();

    Page(String address) {
      this.address = address;
    }
  }

  static final BlockingQueue<Page> FRONTIER = new LinkedBlockingQueue<>();

  static void fetch(Page page) {
    page.body = "text of " + page.address;
    page.links.add(page.address + "/next");
  }

  static void follow(Page page) {
    if (page.body.length() < 50) {
      for (String link : page.links) {
        FRONTIER.add(new Page(link));
      }
    }
  }

  static void work() {
    try {
      while (true) {
        Page page = FRONTIER.take();
        fetch(page);
        follow(page);
      }
    } catch (InterruptedException e) {
      System.out.println("done");
    }
  }

  public static void main(String[] arguments) {
    FRONTIER.add(new Page("start"));
    for (int i = 0; i < 3; i++) {
      new Thread(QueueHandedOnOk::work).start();
    }
  }
}
