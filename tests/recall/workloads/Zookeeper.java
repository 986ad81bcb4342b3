import java.io.File;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server and a client of it in one process. */
public final class Zookeeper {
  public static void main(String[] arguments) throws Exception {
    File folder = new File(arguments[0]);
    ZooKeeperServer server = new ZooKeeperServer(folder, folder, 2000);
    NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
    factory.configure(new InetSocketAddress("127.0.0.1", 0), 10);
    factory.startup(server);

    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    ZooKeeper client = new ZooKeeper("127.0.0.1:" + factory.getLocalPort(), 10000, watcher);
    connected.await(30, TimeUnit.SECONDS);
    byte[] data = "warp".getBytes();
    client.create("/looms", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    client.exists("/looms/one", true);
    client.create("/looms/one", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
    client.create("/looms/n", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
    List<String> children = client.getChildren("/looms", event -> System.out.println(event));
    System.out.println(children.size() + " " + new String(client.getData("/looms/one", true, null)));
    client.setData("/looms/one", "weft".getBytes(), -1);
    client.multi(
        List.of(
            Op.check("/looms", -1),
            Op.create("/looms/two", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT),
            Op.setData("/looms/two", data, -1),
            Op.delete("/looms/one", -1)));
    try {
      client.delete("/looms/missing", 0);
    } catch (KeeperException.NoNodeException expected) {
      System.out.println(expected.code());
    }
    CountDownLatch answered = new CountDownLatch(1);
    AsyncCallback.StatCallback callback = (code, path, context, stat) -> answered.countDown();
    client.setData("/looms/two", data, -1, callback, null);
    answered.await(30, TimeUnit.SECONDS);
    System.out.println(client.getACL("/looms", null).size());
    client.close();
    factory.shutdown();
    server.shutdown();
  }

  private Zookeeper() {}
}
