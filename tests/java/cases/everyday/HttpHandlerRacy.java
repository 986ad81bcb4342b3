import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

// Handlers of the JDK's own web server run on the threads of its executor.
public class HttpHandlerRacy {
  private final AtomicInteger served = new AtomicInteger();
  private String lastPath = "";

  void handle(HttpExchange exchange) throws IOException {
    served.incrementAndGet();
    lastPath = exchange.getRequestURI().getPath();  //~ FN data-race A*: write -- both on it
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) return;
    HttpHandlerRacy site = new HttpHandlerRacy();
    HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
    server.createContext("/", site::handle);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
  }
}
