import java.util.function.Supplier;

// The supplier makes a new object for each client.
public class ProviderOk {
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
      services.get().calls++;
    }
  }

  public static void main(String[] arguments) {
    new Thread(new Client(Service::new)).start();
    new Thread(new Client(Service::new)).start();
  }
}
