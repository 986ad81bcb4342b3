package web;

class Hits implements Servlet {
  private int hits;

  @Override
  public void service(String request) {
    hits++;  //~ data-race A*: read, write
  }
}
