package web;

// Only what is needed to compile: the real one comes with the server. container.toml says what it
// does.
class Container {
  static void deploy(String path, Servlet servlet) { }
}
