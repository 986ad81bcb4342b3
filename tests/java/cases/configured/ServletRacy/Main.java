package web;

// A servlet has one instance, and the container calls it from many threads.
public class Main {
  public static void main(String[] arguments) {
    Servlet servlet = new Hits();
    for (String path : new String[] {"/", "/hits"}) {
      Container.deploy(path, servlet);
    }
  }
}
