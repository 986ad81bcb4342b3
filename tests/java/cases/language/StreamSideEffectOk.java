import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

// Each thread runs a sequential stream with side effects on its own list.
public class StreamSideEffectOk {
  static void collect() {
    List<String> found = new ArrayList<>();
    Stream.of("warp", "weft").map(String::toUpperCase).forEach(found::add);
    System.out.println(found);
  }

  public static void main(String[] arguments) {
    new Thread(StreamSideEffectOk::collect).start();
    new Thread(StreamSideEffectOk::collect).start();
  }
}
