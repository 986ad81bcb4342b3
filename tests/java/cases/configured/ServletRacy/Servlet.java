package web;

interface Servlet {
  void service(String request);
}
