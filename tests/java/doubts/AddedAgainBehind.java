// One method is called before the start and again behind it: the way shown is the second one.
// no doubt: they meet only if code that is in no loop starts one of them again
class AddedAgainBehind {
  private final String[] lines = new String[8];

  void put(String line) {
    lines[line.length()] = line;
  }

  void print() {
    for (String line : lines) System.out.println(line);
  }

  public static void main(String[] arguments) {
    AddedAgainBehind page = new AddedAgainBehind();
    page.put("first");
    new Thread(page::print).start();
    page.put("second");
  }
}
