import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** No code of the program's own calls `add`: the library does, where it is told to. */
public class ReferenceAddRacy {
  public static void main(String[] arguments) throws InterruptedException {
    List<Integer> squares = new ArrayList<>();
    IntStream.range(0, 100).parallel().forEach(squares::add);  //~ data-race A(java.util.ArrayList)*: write
    System.out.println(squares.size());

    List<Integer> names = new ArrayList<>();
    Thread one = new Thread(() -> List.of(1, 2).forEach(names::add));  //~ data-race B(java.util.ArrayList): write
    Thread two = new Thread(() -> List.of(3, 4).forEach(names::add));  //~ data-race B(java.util.ArrayList): write
    one.start();
    two.start();

    List<Integer> old = new ArrayList<>();
    new Thread(old::clear).start();  //~ data-race C(java.util.ArrayList): write
    System.out.println(old.size());  //~ data-race C(java.util.ArrayList): read
  }
}
