// Lambdas that captured the same one-element array.
public class LambdaCaptureRacy {
  public static void main(String[] arguments) {
    int[] count = {0};
    Runnable add = () -> count[0]++;  //~ data-race A([])*: read, write
    new Thread(add).start();
    new Thread(add).start();
  }
}
