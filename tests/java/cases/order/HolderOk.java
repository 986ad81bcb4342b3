import java.util.HashMap;
import java.util.Map;

// The holder's class is initialised once, before anyone gets the map; nobody changes it later.
public class HolderOk {
  static class Holder {
    static final Map<String, Integer> TABLE = new HashMap<>();
    static int size;

    static {
      TABLE.put("warp", 1);
      size = TABLE.size();
    }
  }

  static void look() {
    System.out.println(Holder.TABLE.get("warp") + Holder.size);
  }

  public static void main(String[] arguments) {
    new Thread(HolderOk::look).start();
    new Thread(HolderOk::look).start();
  }
}
