import java.util.function.Supplier;

// What is behind the supplier is one object for all.
public class ProviderRacy {
  static class Service {
    int calls;
  }

  static class Client implements Runnable {
    private final Supplier<Service> services;

    Client(Supplier<Service> services) {
      this.services = services;
    }

    @Override
    public void run() {
      services.get().calls++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    Service one = new Service();
    new Thread(new Client(() -> one)).start();
    new Thread(new Client(() -> one)).start();
  }
}
