import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// Who speaks writes into the lists of all others, who read them themselves.
public class ChatRoomRacy {
  private final List<Client> clients = new CopyOnWriteArrayList<>();

  static final class Client extends Thread {
    private final ChatRoomRacy room;
    private final List<String> inbox = new ArrayList<>();

    Client(ChatRoomRacy room, String name) {
      super(name);
      this.room = room;
    }

    void deliver(String line) {
      inbox.add(line);  //~ data-race A(inbox)*: write
    }

    @Override
    public void run() {
      room.say(getName() + " is here");
      for (String line : inbox) System.out.println(line);  //~ data-race A(inbox): read
    }
  }

  void say(String line) {
    clients.forEach(client -> client.deliver(line));
  }

  public static void main(String[] arguments) {
    ChatRoomRacy room = new ChatRoomRacy();
    for (String name : List.of("ada", "bob", "cy")) {
      Client client = new Client(room, name);
      room.clients.add(client);
      client.start();
    }
  }
}
