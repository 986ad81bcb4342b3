import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** No code of the program's own calls `add`: the library does, where it is told to. */
public class ReferenceAddRacy {
  private static final List<Integer> squares = new ArrayList<>(), names = new ArrayList<>();
  private static final List<Integer> old = new ArrayList<>();

  public static void main(String[] arguments) {
    IntStream.range(0, 100).parallel().forEach(squares::add);  //~ data-race A(squares)*: write
    System.out.println(squares.size());

    Thread one = new Thread(() -> List.of(1, 2).forEach(names::add));  //~ data-race B(names): write
    Thread two = new Thread(() -> List.of(3, 4).forEach(names::add));  //~ data-race B(names): write
    one.start();
    two.start();

    new Thread(old::clear).start();  //~ data-race C(old): write
    System.out.println(old.size());  //~ data-race C(old): read
  }
}
