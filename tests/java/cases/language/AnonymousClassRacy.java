// Two anonymous runnables, made in different methods, share a field.
public class AnonymousClassRacy {
  private String state;

  Runnable opener() {
    return new Runnable() {
      @Override
      public void run() {
        state = "open";  //~ data-race A: write
      }
    };
  }

  Runnable closer() {
    return new Runnable() {
      @Override
      public void run() {
        state = "closed";  //~ data-race A: write
      }
    };
  }

  public static void main(String[] arguments) {
    AnonymousClassRacy door = new AnonymousClassRacy();
    new Thread(door.opener()).start();
    new Thread(door.closer()).start();
  }
}
