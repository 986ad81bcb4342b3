import java.util.ArrayList;
import java.util.List;

// Joined are the workers of another list; and of the readers only as many as have come first.
public class JoinElementsRacy {
  static class Worker extends Thread {
    private int found;

    @Override
    public void run() {
      found = 1;  //~ data-race A: write
    }
  }

  static class Reader extends Thread {
    private int read;

    @Override
    public void run() {
      read = 1;  //~ data-race B: write
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    List<Worker> spare = new ArrayList<>();
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Worker worker = new Worker();
      (i % 2 == 0 ? workers : spare).add(worker);
      readers.add(new Reader());
    }
    for (Worker worker : workers) {
      worker.start();
    }
    for (Worker worker : spare) {
      worker.join();
    }
    for (Reader reader : readers) {
      reader.start();
    }
    for (int i = 0; i < 2; i++) {
      readers.get(i).join();
    }
    System.out.println(workers.get(0).found);  //~ data-race A: read
    System.out.println(readers.get(3).read);  //~ data-race B: read
  }
}
