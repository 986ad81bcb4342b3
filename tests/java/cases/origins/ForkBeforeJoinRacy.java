import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// What a forked task writes is read before it is joined.
public class ForkBeforeJoinRacy {
  static class Child extends RecursiveAction {
    int result;

    @Override
    protected void compute() {
      result = 42;  //~ data-race A: write
    }
  }

  static class Parent extends RecursiveAction {
    @Override
    protected void compute() {
      Child child = new Child();
      child.fork();
      int early = child.result;  //~ data-race A: read
      child.join();
      System.out.println(early + child.result);
    }
  }

  public static void main(String[] arguments) {
    ForkJoinPool.commonPool().invoke(new Parent());
  }
}
