import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

// Two threads run sequential streams into the same list, by method reference.
public class StreamSideEffectRacy {
  static final List<String> FOUND = new ArrayList<>();

  static void collect() {
    Stream.of("warp", "weft").map(String::toUpperCase).forEach(FOUND::add);  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    new Thread(StreamSideEffectRacy::collect).start();
    new Thread(StreamSideEffectRacy::collect).start();
  }
}
