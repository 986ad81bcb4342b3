// races: none
public class DisjointElements {
  public static void main(String[] arguments) throws Exception {
    byte[] bytes = new byte[8];
    short[][] shorts = new short[2][4];
    char[] chars = new char[2];
    float[] floats = new float[2];
    boolean[] flags = new boolean[2];
    Thread[] threads = new Thread[2];
    for (int each = 0; each < 2; each++) {
      int mine = each;
      threads[each] = new Thread(() -> {
        bytes[mine] = (byte) (bytes[mine + 2] + 1);
        shorts[mine][1] += 3;
        chars[mine] = 'x';
        floats[mine] /= 2;
        flags[mine] = !flags[mine];
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(bytes[0] + shorts[1][1] + chars[1] + floats[0] + " " + flags[1]);
  }
}
