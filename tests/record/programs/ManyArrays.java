// races: long[], java.lang.String[], ManyArrays.racy
import java.util.*;
public class ManyArrays {
  static int racy;
  static final byte[] copied = new byte[64];
  static final long[] filled = new long[8];
  static final String[] names = new String[4];
  static final double[][] matrix = new double[4][4];
  static final boolean[] flags = new boolean[8];
  static final Object lock = new Object();
  public static void main(String[] a) throws Exception {
    Thread[] all = new Thread[2];
    for (int n = 0; n < 2; n++) {
      int me = n;
      all[n] = new Thread(() -> {
        for (int i = me * 32; i < me * 32 + 32; i++) copied[i] = (byte) i;
        for (int i = 0; i < 8; i++) filled[i] += me;
        for (int r = me * 2; r < me * 2 + 2; r++)
          for (int c = 0; c < 4; c++) matrix[r][c] = r * c;
        for (int i = me; i < 8; i += 2) flags[i] = !flags[i];
        names[1] = "n" + me;
        synchronized (lock) {
          names[2] = "locked";
        }
        racy += me;
      });
    }
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
    double s = 0;
    for (double[] row : matrix)
      for (double x : row) s += x;
    System.out.println(s + " " + copied[40] + flags[3]);
  }
}
