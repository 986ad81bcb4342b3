import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each connection has a handler of its own; what all of them count is the server's.
public class WebServerRacy {
  private long requests;
  private Exception lastFailure;

  final class Handler implements Runnable {
    private final Socket socket;
    private int bytes;

    Handler(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      try (socket; InputStream in = socket.getInputStream()) {
        while (in.read() != '\n') bytes++;
        requests++;  //~ data-race A*: read, write
        System.out.println(bytes);
      } catch (IOException failure) {
        lastFailure = failure;  //~ data-race B(lastFailure)*: write
      }
    }
  }

  void serve(ServerSocket server, ExecutorService pool) throws IOException {
    while (!server.isClosed()) {
      pool.submit(new Handler(server.accept()));
    }
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) return;
    ExecutorService pool = Executors.newCachedThreadPool();
    try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]))) {
      new WebServerRacy().serve(server, pool);
    }
  }
}
