// All that is done to what is new is done before it is shown, by whatever name.
public class ShownUnderOtherNameOk {
  static class Box {
    int weight;
  }

  static volatile Box shown = new Box();
  static final Box SPARE = new Box();

  static void show(boolean keeps) {
    Box made = new Box();
    made.weight = 1;
    Box one = keeps ? made : SPARE;
    shown = one;
  }

  public static void main(String[] arguments) {
    new Thread(() -> show(arguments.length > 1)).start();
    new Thread(() -> show(arguments.length > 2)).start();
    System.out.println(shown.weight);
  }
}
