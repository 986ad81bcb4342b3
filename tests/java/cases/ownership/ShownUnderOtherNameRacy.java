// What is new gets out under the name of something that is one of two.
public class ShownUnderOtherNameRacy {
  static class Box {
    int weight;
  }

  static volatile Box shown = new Box();
  static final Box SPARE = new Box();

  static Box one(Box box, boolean keeps) {
    return keeps ? box : SPARE;
  }

  static void show(boolean keeps) {
    Box made = new Box();
    Box one = keeps ? made : SPARE;
    shown = one;
    made.weight = 1;  //~ data-race A: write
  }

  static void showByCall(boolean keeps) {
    Box made = new Box();
    shown = one(made, keeps);
    made.weight = 2;  //~ data-race B: write
  }

  public static void main(String[] arguments) {
    new Thread(() -> show(arguments.length > 1)).start();
    new Thread(() -> showByCall(arguments.length > 1)).start();
    System.out.println(shown.weight);  //~ data-race A: read; data-race B: read
  }
}
