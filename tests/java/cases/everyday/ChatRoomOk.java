import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

public class ChatRoomOk {
  private final List<Client> clients = new CopyOnWriteArrayList<>();

  static final class Client extends Thread {
    private final ChatRoomOk room;
    private final Queue<String> inbox = new ConcurrentLinkedQueue<>();
    private int read;

    Client(ChatRoomOk room, String name) {
      super(name);
      this.room = room;
    }

    void deliver(String line) {
      inbox.add(line);
    }

    @Override
    public void run() {
      room.say(getName() + " is here");
      for (String line; (line = inbox.poll()) != null; read++) System.out.println(line);
      System.out.println(getName() + " has read " + read);
    }
  }

  void say(String line) {
    clients.forEach(client -> client.deliver(line));
  }

  public static void main(String[] arguments) {
    ChatRoomOk room = new ChatRoomOk();
    for (String name : List.of("ada", "bob", "cy")) {
      Client client = new Client(room, name);
      room.clients.add(client);
      client.start();
    }
  }
}
