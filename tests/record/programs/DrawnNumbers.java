// races: DrawnNumbers$Box.racy
// options: -Xmx48m
import java.util.*;

/** Objects get their hashes in every way there is: none is taken for one of another thread. */
public class DrawnNumbers {
  static class Box {
    int own, racy;
    synchronized int bump() {
      return ++own;
    }
  }
  static final int EACH = 20_000, KEPT = 16;
  static final Box shared = new Box();

  static Box make(int way) {
    Box box = new Box();
    switch (way % 5) {
      case 0: box.own = way; break;
      case 1: box.bump(); break;
      case 2: System.identityHashCode(box); break;
      case 3:
        synchronized (box) {
          System.identityHashCode(box);
          box.own++;
        }
        break;
      default: synchronized (box) {
        box.own++;
      }
    }
    return box;
  }

  static int work(int seed) {
    Box[] kept = new Box[KEPT];
    int[] hashes = new int[KEPT];
    int changed = 0;
    for (int each = 0; each < EACH; each++) {
      int place = each % KEPT;
      Box before = kept[place];
      if (before != null) {
        before.bump();
        before.own += seed;
        if (System.identityHashCode(before) != hashes[place]) changed++;
      }
      kept[place] = make(each / 3);
      hashes[place] = System.identityHashCode(kept[place]);
      kept[place].own++;
    }
    return changed;
  }

  public static void main(String[] arguments) throws Exception {
    int[][] changed = new int[3][1];
    Thread[] all = new Thread[changed.length];
    for (int each = 0; each < all.length; each++) {
      int seed = each;
      all[each] = new Thread(() -> {
        shared.racy++;
        changed[seed][0] = work(seed);
      });
    }
    for (Thread thread : all) thread.start();
    for (Thread thread : all) thread.join();
    for (int[] each : changed) System.out.println(each[0]);
  }
}
