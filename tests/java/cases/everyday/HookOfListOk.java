import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// When the machine ends, the hook writes down what main still adds to.
public class HookOfListOk {
  private final List<String> open = Collections.synchronizedList(new ArrayList<>());

  void saveAll() {
    synchronized (open) {
      open.forEach(name -> System.out.println("saved " + name));
    }
  }

  public static void main(String[] arguments) {
    HookOfListOk editor = new HookOfListOk();
    Runtime.getRuntime().addShutdownHook(new Thread(editor::saveAll));
    for (String name : arguments) editor.open.add(name);
    editor.open.add("untitled");
  }
}
