// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Futures {
  static class Box {
    int value;
  }

  public static void main(String[] arguments) throws Exception {
    Box box = new Box();
    box.value = 1;
    CompletableFuture<Box> first = CompletableFuture.supplyAsync(() -> {
      box.value++;
      return box;
    });
    CompletableFuture<Integer> second = first.thenApplyAsync(seen -> seen.value++)
        .thenApply(before -> before + box.value);
    System.out.println(second.get() + box.value);
    Box other = new Box();
    CompletableFuture<String> third = new CompletableFuture<>();
    Thread worker = new Thread(() -> {
      other.value = 7;
      third.complete("x");
    });
    worker.start();
    System.out.println(third.join() + other.value);
    CompletableFuture<Void> failing = CompletableFuture.runAsync(() -> {
      other.value++;
      throw new IllegalStateException();
    });
    try {
      failing.join();
    } catch (CompletionException expected) {
      System.out.println(other.value);
    }
  }
}
