import java.util.ArrayList;
import java.util.List;

// All threads are in one list: each has its own lines, and writes to all the others.
public class PeersRacy {
  static final List<Peer> PEERS = new ArrayList<>();

  static class Peer extends Thread {
    private String last;
    private int lines;

    @Override
    public void run() {
      for (int i = 0; i < 3; i++) {
        lines++;
        tellAll("line " + i);
        System.out.println(last);  //~ data-race A: read
      }
    }

    private static void tellAll(String line) {
      synchronized (PEERS) {
        for (Peer peer : PEERS) {
          peer.tell(line);
        }
      }
    }

    private void tell(String line) {
      last = line;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 4; i++) {
      Peer peer = new Peer();
      synchronized (PEERS) {
        PEERS.add(peer);
      }
      peer.start();
    }
  }
}
