import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

public class WebServerOk {
  private final LongAdder requests = new LongAdder();
  private volatile Exception lastFailure;

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
        requests.increment();
        System.out.println(bytes);
      } catch (IOException failure) {
        lastFailure = failure;
      }
    }
  }

  void serve(ServerSocket server, ExecutorService pool) throws IOException {
    while (!server.isClosed()) {
      pool.submit(new Handler(server.accept()));
      if (lastFailure != null) System.err.println(requests.sum() + " requests: " + lastFailure);
    }
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) return;
    ExecutorService pool = Executors.newCachedThreadPool();
    try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]))) {
      new WebServerOk().serve(server, pool);
    }
  }
}
