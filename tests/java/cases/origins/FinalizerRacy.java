// Finalizers run on threads of the virtual machine, perhaps on several at once.
public class FinalizerRacy {
  static int open;

  static class Handle {
    Handle() {
      open++;  //~ data-race A: read, write
    }

    @Override
    @SuppressWarnings("removal")
    protected void finalize() {
      open--;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Handle();
    new Handle();
    System.gc();
  }
}
