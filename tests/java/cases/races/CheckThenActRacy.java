// What was checked may no longer hold when it is acted upon.
public class CheckThenActRacy {
  private int seats = 1;

  boolean book() {
    if (seats > 0) {  //~ data-race A: read
      seats--;        //~ data-race A*: read, write
      return true;
    }
    return false;
  }

  public static void main(String[] arguments) {
    CheckThenActRacy plane = new CheckThenActRacy();
    new Thread(plane::book).start();
    new Thread(plane::book).start();
  }
}
