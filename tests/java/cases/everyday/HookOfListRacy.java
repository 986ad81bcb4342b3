import java.util.ArrayList;
import java.util.List;

// When the machine ends, the hook writes down what main still adds to.
public class HookOfListRacy {
  private final List<String> open = new ArrayList<>();

  static void save(String name) {
    System.out.println("saved " + name);
  }

  void saveAll() {
    synchronized (open) {
      open.forEach(HookOfListRacy::save);  //~ data-race A(open): read; data-race B(open): read
    }
  }

  public static void main(String[] arguments) {
    HookOfListRacy editor = new HookOfListRacy();
    Runtime.getRuntime().addShutdownHook(new Thread(editor::saveAll));
    for (String name : arguments) editor.open.add(name);  //~ data-race A(open): write
    editor.open.add("untitled");  //~ data-race B(open): write
  }
}
