import java.util.ArrayList;
import java.util.List;

// When the machine ends, the hook writes down what main still adds to.
public class HookOfListRacy {
  private final List<String> open = new ArrayList<>();

  void saveAll() {
    synchronized (open) {
      open.forEach(name -> System.out.println("saved " + name));  //~ data-race A(open): read; data-race B(open): read
    }
  }

  public static void main(String[] arguments) {
    HookOfListRacy editor = new HookOfListRacy();
    Runtime.getRuntime().addShutdownHook(new Thread(editor::saveAll));
    for (String name : arguments) editor.open.add(name);  //~ data-race A(open): write
    editor.open.add("untitled");  //~ data-race B(open): write
  }
}
